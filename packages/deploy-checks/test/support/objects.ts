import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IConfigMap, IService } from 'kubernetes-models/v1';
import type { Manifest } from './render-overlay.js';

type Kinds = {
  Deployment: IDeployment;
  ConfigMap: IConfigMap;
  Service: IService;
  NetworkPolicy: INetworkPolicy;
  PodDisruptionBudget: IPodDisruptionBudget;
};

/** All objects of one kind, as its type: the schema test has shown that they are. */
export const ofKind = <K extends keyof Kinds>(objects: readonly Manifest[], kind: K): Kinds[K][] =>
  objects.filter((object) => object.kind === kind) as unknown as Kinds[K][];

export const nameOf = ({ metadata }: { metadata?: { name?: string } | undefined }): string => metadata?.name ?? '';

export type Labels = Readonly<Record<string, string>>;
type Selector = {
  matchLabels?: Labels;
  matchExpressions?: readonly { key: string; operator: string; values?: readonly string[] }[];
};

/** Whether a label selector chooses these labels; an empty one chooses everything. */
export const selects = (selector: Selector, labels: Labels): boolean =>
  Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
  (selector.matchExpressions ?? []).every(({ key, operator, values }) => {
    if (operator !== 'In') throw new Error(`this check does not know the operator ${operator}`);
    return values?.includes(labels[key] ?? '') ?? false;
  });

/** The labels that the operators give to the pods which they start. */
const operatorsPods: readonly Labels[] = [
  { 'app.kubernetes.io/name': 'rabbitmq', 'app.kubernetes.io/component': 'rabbitmq' },
  { 'cnpg.io/cluster': 'postgres' },
  { 'acme.cert-manager.io/http01-solver': 'true' },
];

/** The labels of every pod that will run in the namespace. */
export const listPodLabels = (objects: readonly Manifest[]): Labels[] => [
  ...ofKind(objects, 'Deployment').map(({ spec }) => spec?.template.metadata?.labels ?? {}),
  ...operatorsPods,
];

/** Calls `visit` with every map inside a value. */
export const walk = (value: unknown, visit: (map: Record<string, unknown>) => void): void => {
  if (Array.isArray(value)) return value.forEach((item) => walk(item, visit));
  if (typeof value !== 'object' || value === null) return;
  visit(value as Record<string, unknown>);
  for (const item of Object.values(value)) walk(item, visit);
};
