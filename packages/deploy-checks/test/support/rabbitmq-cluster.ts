import { z } from 'zod';

/** The fields of RabbitmqCluster that are used here, from the operator's documentation: npm has no schema of it. */
export const rabbitmqClusterSchema = z.strictObject({
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
