import { z } from 'zod';

const clusterSchema = z.strictObject({
  apiVersion: z.literal('rabbitmq.com/v1beta1'),
  kind: z.literal('RabbitmqCluster'),
  metadata: z.strictObject({ name: z.string(), namespace: z.string() }),
  spec: z.strictObject({
    // An even number has no better majority than one less.
    replicas: z.union([z.literal(1), z.literal(3), z.literal(5)]),
    image: z.string(),
    persistence: z.strictObject({ storage: z.string() }),
    resources: z.strictObject({
      requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
      limits: z.strictObject({ memory: z.string() }),
    }),
    terminationGracePeriodSeconds: z.number(),
    rabbitmq: z.strictObject({ additionalPlugins: z.array(z.string()), additionalConfig: z.string() }),
    affinity: z.looseObject({}),
  }),
});

const ofCluster = z.strictObject({ name: z.literal('rabbitmq') });
const metadata = z.strictObject({ name: z.string(), namespace: z.string() });

const userSchema = z.strictObject({
  apiVersion: z.literal('rabbitmq.com/v1beta1'),
  kind: z.literal('User'),
  metadata,
  spec: z.strictObject({
    importCredentialsSecret: z.strictObject({ name: z.string() }),
    rabbitmqClusterReference: ofCluster,
  }),
});

const permissionSchema = z.strictObject({
  apiVersion: z.literal('rabbitmq.com/v1beta1'),
  kind: z.literal('Permission'),
  metadata,
  spec: z.strictObject({
    vhost: z.string(),
    userReference: z.strictObject({ name: z.string() }),
    permissions: z.strictObject({ configure: z.string(), write: z.string(), read: z.string() }),
    rabbitmqClusterReference: ofCluster,
  }),
});

/**
 * The fields that are used here, from the documentation of the cluster operator and the schemas of the topology operator: npm
 * has none.
 */
export const rabbitmqKinds = [clusterSchema, userSchema, permissionSchema] as const;
