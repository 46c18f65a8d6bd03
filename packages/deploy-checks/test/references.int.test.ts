import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { queues } from '@delivery/contracts';
import { findMissingKeys, listSecrets, readContainerEnv } from './support/container-env.js';
import { listPodLabels, nameOf, ofKind, selects, walk } from './support/objects.js';
import { parseYaml, root } from './support/read-yaml.js';
import { type Manifest, overlayDirectory, overlayNames, renderOverlay } from './support/render-overlay.js';
import { findEnvFaults, processNames, serviceNames } from './support/service-config.js';

/** drainTimeoutMs of service-kit, in seconds. */
const drainSeconds = 25;

const zoneKey = 'topology.kubernetes.io/zone';

const readDevSecrets = (): Manifest[] => {
  const script = join(root, 'k8s/overlays/dev/make-secrets.sh');
  return parseYaml(execFileSync(script, { encoding: 'utf8' }), script) as Manifest[];
};
const secretsOf = (name: string): Manifest[] => (name === 'dev' ? readDevSecrets() : []);

/** The processes of each overlay. The courier simulator is for development: no production overlay has it by default. */
const deployed = { dev: processNames, production: serviceNames } as const;

describe.each(overlayNames)('in the overlay %s', (name) => {
  const names = deployed[name];
  const objects = renderOverlay(overlayDirectory(root, name));
  const deployments = ofKind(objects, 'Deployment');
  const containerOf = (service: string) =>
    deployments.find((deployment) => nameOf(deployment) === service)?.spec?.template.spec?.containers[0];

  it('every service is deployed, in dev the courier simulator too, and nothing else', () => {
    expect(deployments.map(nameOf)).toEqual([...names]);
  });

  it.each([...names, 'migrate'] as const)(
    '%s gets what its configuration requires, and nothing that it does not read',
    async (service) => {
      expect(await findEnvFaults(service, readContainerEnv(objects, service))).toEqual([]);
    },
  );

  it.each(['intake-api', 'order-state'])('%s knows how many proxies are in front of it', (service) => {
    expect(readContainerEnv(objects, service)).toHaveProperty('TRUST_PROXY');
  });

  it('every Secret key that is referred to has a source', () => {
    expect(findMissingKeys(objects, listSecrets(objects, secretsOf(name)))).toEqual([]);
  });

  it('every selector chooses pods that exist', () => {
    const pods = listPodLabels(objects);
    const chosen = (selector: object) => pods.some((labels) => selects(selector, labels));
    const lost: string[] = [];
    for (const object of objects) {
      // Clients of the operator API are pods of others.
      if (object.kind === 'NetworkPolicy') dropForeignPeers(object);
      walk(object, (map) => {
        for (const key of ['podSelector', 'labelSelector', 'selector'] as const) {
          const selector = key === 'selector' && object.kind === 'Service' ? { matchLabels: map[key] } : map[key];
          if (typeof map[key] === 'object' && map[key] !== null && !chosen(selector as object))
            lost.push(`${object.kind} ${nameOf(object)}`);
        }
      });
    }
    expect(lost).toEqual([]);
  });

  it('every Service and probe names a port that its container has', () => {
    for (const service of ofKind(objects, 'Service')) {
      const container = containerOf(nameOf(service));
      const ports = container?.ports ?? [];
      for (const { port, targetPort } of service.spec?.ports ?? []) {
        expect(ports).toContainEqual({ name: targetPort, containerPort: port });
        expect(readContainerEnv(objects, nameOf(service))['PORT']).toBe(String(port));
      }
    }
    for (const service of names) {
      const { startupProbe, livenessProbe, readinessProbe } = containerOf(service) ?? {};
      expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet)).toEqual([
        { path: '/livez', port: 'http' },
        { path: '/livez', port: 'http' },
        { path: '/readyz', port: 'http' },
      ]);
    }
  });

  it('every autoscaler and budget has a Deployment, and every queue that is watched exists', () => {
    const targets = objects
      .filter(({ kind }) => ['HorizontalPodAutoscaler', 'ScaledObject'].includes(kind))
      .map((object) => (object as unknown as { spec: { scaleTargetRef: { name: string } } }).spec.scaleTargetRef.name);
    expect(targets.sort()).toEqual([...serviceNames]);
    const budgets = ofKind(objects, 'PodDisruptionBudget');
    const holdUp = budgets.filter(({ spec }) => spec?.unhealthyPodEvictionPolicy !== 'AlwaysAllow');
    // CloudNativePG makes those of Postgres. An unready node of RabbitMQ has messages: a drain waits for it.
    expect([budgets.map(nameOf), holdUp.map(nameOf)]).toEqual([[...serviceNames, 'rabbitmq'], ['rabbitmq']]);
    const watched: unknown[] = [];
    walk(objects, ({ queueName }) => queueName !== undefined && watched.push(queueName));
    expect(watched.sort()).toEqual(Object.values(queues).sort());
  });

  it('every pod is locked down and given time to drain', () => {
    for (const { spec } of deployments) {
      const pod = spec?.template.spec;
      expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(pod?.automountServiceAccountToken).toBe(false);
      const [zone, host, ...more] = pod?.topologySpreadConstraints ?? [];
      expect([zone?.topologyKey, host?.topologyKey, ...more]).toEqual([zoneKey, 'kubernetes.io/hostname']);
      for (const spread of [zone, host]) expect(spread?.matchLabelKeys).toEqual(['pod-template-hash']);
      for (const { securityContext, resources } of [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])]) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources).toMatchObject({
          requests: { cpu: expect.anything(), memory: expect.anything() },
          limits: { memory: expect.anything() },
        });
      }
      const pauseSeconds = Number(pod?.containers[0]?.lifecycle?.preStop?.exec?.command?.[1]);
      expect(pod?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(pauseSeconds + drainSeconds);
    }
  });

  it('accounts carry no tokens, and images carry a tag', () => {
    const accounts = objects.filter(({ kind }) => kind === 'ServiceAccount');
    expect(accounts).toHaveLength(names.length);
    for (const account of accounts) expect(account).toMatchObject({ automountServiceAccountToken: false });
    const images: string[] = [];
    walk(objects, ({ image, imageName }) => {
      for (const found of [image, imageName]) if (typeof found === 'string') images.push(found);
    });
    // RabbitMQ and Postgres have images too, and order-state's image occurs once more, to migrate.
    expect(images).toHaveLength(names.length + 3);
    for (const image of images) expect(image).toMatch(/:(?!latest$)[\w.-]+$/);
  });
});

const dropForeignPeers = (policy: Manifest): void => {
  walk(policy, (map) => {
    for (const key of ['from', 'to']) {
      if (Array.isArray(map[key]))
        map[key] = map[key].filter((peer: object) => !('namespaceSelector' in peer && 'podSelector' in peer));
    }
  });
};

describe('the servers in production', () => {
  const objects = renderOverlay(overlayDirectory(root, 'production'));
  const specOf = (kind: string) => objects.find((object) => object.kind === kind) as unknown as { spec: object };

  it('let queues that were declared before the cluster had formed grow to three members by themselves', () => {
    const { spec } = specOf('RabbitmqCluster') as { spec: { rabbitmq: { additionalConfig: string } } };
    const settings = Object.fromEntries(
      spec.rabbitmq.additionalConfig.split('\n').map((line) => line.split(' = ') as [string, string]),
    );
    const reconciliation = 'quorum_queue.continuous_membership_reconciliation';
    expect(settings).toMatchObject({
      [`${reconciliation}.enabled`]: 'true',
      [`${reconciliation}.target_group_size`]: '3',
      net_ticktime: '5',
    });
  });

  it('lose one node of RabbitMQ at a time to a drain, which leaves a quorum', () => {
    const { spec: cluster } = specOf('RabbitmqCluster') as { spec: { replicas: number } };
    const budget = objects.find((object) => object.kind === 'PodDisruptionBudget' && nameOf(object) === 'rabbitmq');
    const { spec } = budget as unknown as { spec: { maxUnavailable: number; selector: object } };
    expect(cluster.replicas - spec.maxUnavailable).toBeGreaterThan(cluster.replicas / 2);
    expect(selects(spec.selector, { 'app.kubernetes.io/name': 'rabbitmq' })).toBe(true);
  });

  it('have a Postgres that answers a commit only when a second instance has it', () => {
    expect(specOf('Cluster').spec).toMatchObject({
      postgresql: { synchronous: { method: 'any', number: 1, dataDurability: 'required', failoverQuorum: true } },
    });
    expect(specOf('Cluster').spec).not.toHaveProperty('minSyncReplicas');
  });

  it('have a previous key beside the current one, so that keys can be rotated', () => {
    const secrets = objects.filter(({ kind }) => kind === 'ExternalSecret') as unknown as {
      spec: { data: { secretKey: string }[] };
    }[];
    const keys = secrets.map(({ spec }) => spec.data.map(({ secretKey }) => secretKey));
    const holders = keys.filter((names) => names.includes('SECRETS_KEY'));
    expect(holders).toHaveLength(2);
    for (const names of holders) expect(names).toContain('SECRETS_KEY_PREVIOUS');
  });
});
