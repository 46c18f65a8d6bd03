import type { Manifest } from './render-overlay.js';

type PostgresCluster = {
  spec: {
    instances: number;
    postgresql?: { synchronous?: { number: number }; parameters?: Record<string, string> };
    resources?: { requests?: { memory?: string } };
    storage: { size: string };
    walStorage?: { size: string };
  };
};
type Scaled = {
  spec: {
    minReplicaCount?: number;
    maxReplicaCount?: number;
    fallback?: { replicas: number };
    triggers: { type: string; metricType?: string; authenticationRef?: { name: string } }[];
  };
};
type Secret = {
  spec: { data?: { secretKey: string }[]; dataFrom?: object[]; target: { template?: { data: object } } };
};
type Permission = { spec: { user?: string; userReference?: { name: string } } };

const bytesOf = (quantity: string): number => {
  const [, amount, unit = ''] = /^(\d+)\s*(kB|MB|GB|Ki|Mi|Gi)?$/.exec(quantity) ?? [];
  const factor = { '': 1, kB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 }[unit];
  if (amount === undefined || factor === undefined) throw new Error(`no size: ${quantity}`);
  return Number(amount) * factor;
};

/**
 * Rules of operators beyond their schemas, for the fields that are used here. CloudNativePG 1.30 enforced the first two on a
 * cluster; the others are from the operators' documentation.
 */
const rules: Readonly<Record<string, (object: Manifest, all: readonly Manifest[]) => (string | false | undefined)[]>> =
  {
    Cluster: (object) => {
      const { spec } = object as unknown as PostgresCluster;
      const { synchronous, parameters = {} } = spec.postgresql ?? {};
      const memory = spec.resources?.requests?.memory;
      const walVolume = (spec.walStorage ?? spec.storage).size;
      const walMax = parameters['max_wal_size'] ?? '1GB';
      const buffers = parameters['shared_buffers'] ?? '128MB';
      return [
        synchronous &&
          synchronous.number >= spec.instances &&
          'synchronous.number is not below the number of instances',
        bytesOf(walMax) >= bytesOf(walVolume) && `max_wal_size ${walMax} does not fit into ${walVolume}`,
        memory !== undefined && bytesOf(memory) < bytesOf(buffers) && `shared_buffers ${buffers} is beyond ${memory}`,
      ];
    },
    ScaledObject: (object, all) => {
      const {
        minReplicaCount: min = 0,
        maxReplicaCount: max = 100,
        fallback,
        triggers,
      } = (object as unknown as Scaled).spec;
      const authentications = all
        .filter(({ kind }) => kind === 'TriggerAuthentication')
        .map(({ metadata }) => metadata.name);
      const refs = triggers.flatMap(({ authenticationRef }) => authenticationRef?.name ?? []);
      return [
        min > max && 'minReplicaCount is above maxReplicaCount',
        fallback && fallback.replicas < 0 && 'fallback.replicas is negative',
        // A fallback is for metrics that are an average per replica, which is the default of these triggers.
        fallback &&
          triggers.some(({ metricType = 'AverageValue' }) => metricType !== 'AverageValue') &&
          'no fallback here',
        triggers.some(({ type }) => ['cpu', 'memory'].includes(type)) && min === 0 && 'cpu and memory scale from one',
        !refs.every((name) => authentications.includes(name)) && 'its authentication is not there',
      ];
    },
    ExternalSecret: (object) => {
      const { data = [], dataFrom = [], target } = (object as unknown as Secret).spec;
      const named = JSON.stringify(target.template?.data ?? {}).matchAll(/\{\{ \.(\w+) \}\}/g);
      const keys = data.map(({ secretKey }) => secretKey);
      return [
        data.length + dataFrom.length === 0 && 'neither data nor dataFrom',
        [...named].some(([, key = '']) => !keys.includes(key)) && 'its template names a key that it does not fetch',
      ];
    },
    Permission: (object, all) => {
      const { user, userReference } = (object as unknown as Permission).spec;
      const users = all.filter(({ kind }) => kind === 'User').map(({ metadata }) => metadata.name);
      return [
        (user === undefined) === (userReference === undefined) && 'exactly one of user and userReference',
        userReference && !users.includes(userReference.name) && 'its user is not there',
      ];
    },
  };

/** The faults that an operator would refuse. */
export const findRefusals = (objects: readonly Manifest[]): string[] =>
  objects.flatMap((object) =>
    (rules[object.kind]?.(object, objects) ?? [])
      .filter((fault) => typeof fault === 'string')
      .map((fault) => `${object.kind} ${object.metadata.name}: ${fault}`),
  );
