import { z } from 'zod';
import { gatewayKinds } from './gateway-kinds.js';
import { rabbitmqKinds } from './rabbitmq-kinds.js';
import type { Manifest } from './render-overlay.js';

/** Where the class of each kind is: core ones in kubernetes-models, operators' in packages of their own. */
const packages: Readonly<Record<string, string>> = {
  'keda.sh': '@kubernetes-models/keda',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** Kinds for which npm has no schema. */
const describedHere = [...rabbitmqKinds, ...gatewayKinds] as const;
export const withoutSchema: readonly string[] = describedHere.map(({ shape }) => shape.kind.value);
export const otherKindsSchema = z.discriminatedUnion('kind', describedHere);

/** The npm package that runs on Node 20 knows ExternalSecret as v1beta1; v1 has the same fields. */
const knownVersion = (apiVersion: string): string =>
  apiVersion.replace('external-secrets.io/v1', 'external-secrets.io/v1beta1');

export const moduleOf = ({ apiVersion }: Manifest): string => {
  const version = knownVersion(apiVersion);
  return `${packages[version.split('/')[0] ?? ''] ?? 'kubernetes-models'}/${version}`;
};

type Model = { validate: () => void };
type ModelClass = new (object: Manifest) => Model;

/** @throws the faults by the schema: missing fields and wrong types */
export const validateManifest = async (manifest: Manifest): Promise<void> => {
  const module = (await import(moduleOf(manifest))) as Record<string, ModelClass>;
  const Class = module[manifest.kind];
  if (!Class) throw new Error(`${moduleOf(manifest)} has no ${manifest.kind}`);
  new Class({ ...manifest, apiVersion: knownVersion(manifest.apiVersion) }).validate();
};

/** Fields of CloudNativePG from 1.25 and 1.27 on, read in its documentation: the npm package that runs on Node 20 is older. */
const newerFields = new Set(['dataDurability', 'failoverQuorum']);

export const asLiteral = (manifest: Manifest): string =>
  JSON.stringify(
    { ...manifest, apiVersion: knownVersion(manifest.apiVersion) },
    (key, value: unknown) => (newerFields.has(key) ? undefined : value),
    1,
  );
