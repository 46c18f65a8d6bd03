import { nameOf, ofKind, walk } from './objects.js';
import type { Manifest } from './render-overlay.js';
import { placeholders } from './service-config.js';

type Container = ReturnType<typeof containersOf>[number];
const containersOf = (deployment: ReturnType<typeof ofKind<'Deployment'>>[number]) => {
  const { initContainers = [], containers = [] } = deployment.spec?.template.spec ?? {};
  return [...initContainers, ...containers];
};

/** Secrets that operators make, with the keys that are used. */
const operatorsSecrets: Readonly<Record<string, readonly string[]>> = {
  'postgres-app': ['uri'],
};

type ExternalSecret = {
  spec: { target: { name: string; template?: { data: Record<string, string> } }; data: { secretKey: string }[] };
};

/** Each Secret that will exist, with its keys: from operators, from ExternalSecrets, and those passed in. */
export const listSecrets = (objects: readonly Manifest[], more: readonly Manifest[] = []): Map<string, Set<string>> => {
  const secrets = new Map(Object.entries(operatorsSecrets).map(([name, keys]) => [name, new Set(keys)]));
  for (const object of [...objects, ...more]) {
    if (object.kind === 'ExternalSecret') {
      const { spec } = object as unknown as ExternalSecret;
      const { name, template } = spec.target;
      secrets.set(name, new Set(template ? Object.keys(template.data) : spec.data.map(({ secretKey }) => secretKey)));
    }
    if (object.kind === 'Secret') {
      const { stringData } = object as unknown as { stringData: Record<string, string> };
      secrets.set(nameOf(object), new Set(Object.keys(stringData)));
    }
  }
  return secrets;
};

/** References to Secret keys that neither a manifest nor an operator creates. */
export const findMissingKeys = (objects: readonly Manifest[], secrets: Map<string, Set<string>>): string[] => {
  const missing: string[] = [];
  const check = (name: unknown, key: unknown) => {
    if (!secrets.get(String(name))?.has(String(key))) missing.push(`${String(name)}/${String(key)}`);
  };
  for (const object of objects) {
    walk(object, (map) => {
      const {
        secretKeyRef: ref,
        secretTargetRef: targets,
        passwordSecret: password,
      } = map as {
        secretKeyRef?: { name: string; key: string; optional?: boolean };
        passwordSecret?: { name: string };
        secretTargetRef?: { name: string; key: string }[];
      };
      if (ref && !ref.optional) check(ref.name, ref.key);
      for (const target of targets ?? []) check(target.name, target.key);
      if (password) for (const key of ['username', 'password']) check(password.name, key);
    });
  }
  return missing;
};

/** The environment of a container of the Deployments; a Secret's key is a placeholder. */
export const readContainerEnv = (objects: readonly Manifest[], containerName: string): Record<string, string> => {
  const container = ofKind(objects, 'Deployment')
    .flatMap(containersOf)
    .find(({ name }) => name === containerName);
  if (!container) throw new Error(`no container ${containerName}`);
  return { ...readConfigMaps(objects, container), ...readEnv(container) };
};

const readConfigMaps = (objects: readonly Manifest[], container: Container): Record<string, string> =>
  Object.assign(
    {},
    ...(container.envFrom ?? []).map(({ configMapRef }) => {
      const map = ofKind(objects, 'ConfigMap').find((candidate) => nameOf(candidate) === configMapRef?.name);
      if (!map) throw new Error(`no ConfigMap ${configMapRef?.name ?? ''}`);
      return map.data ?? {};
    }),
  ) as Record<string, string>;

const readEnv = (container: Container): Record<string, string> =>
  Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value ?? placeholders[name] ?? '']));
