import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readYaml } from './read-yaml.js';

export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
};

type Kustomization = {
  resources?: string[];
  images?: { name: string; newName?: string; newTag?: string }[];
  patches?: { path: string }[];
};
const known = ['apiVersion', 'kind', 'resources', 'images', 'patches'];

/**
 * Renders an overlay as `kustomize build`, for the part of kustomize that these overlays use: resources, images, and strategic merge
 * patches, in which lists are replaced but for containers, which merge by name, and `null` takes a field away.
 */
export const renderOverlay = (directory: string): Manifest[] => {
  const kustomization = readYaml(join(directory, 'kustomization.yaml'))[0] as Kustomization;
  const strange = Object.keys(kustomization).filter((key) => !known.includes(key));
  if (strange.length > 0) throw new Error(`${directory}: this check does not know ${strange.join(', ')}`);
  const objects = (kustomization.resources ?? []).flatMap((resource) => readResource(join(directory, resource)));
  const patches = (kustomization.patches ?? []).flatMap(({ path }) => readYaml(join(directory, path)) as Manifest[]);
  for (const patch of patches) {
    const index = objects.findIndex((object) => keyOf(object) === keyOf(patch));
    if (index < 0) throw new Error(`${directory}: a patch for ${keyOf(patch)}, which is not there`);
    objects[index] = merge(objects[index], patch) as Manifest;
  }
  return (kustomization.images ?? []).reduce<Manifest[]>(
    (list, image) => list.map((object) => setImage(object, image) as Manifest),
    objects,
  );
};

export const keyOf = ({ apiVersion, kind, metadata }: Manifest): string =>
  [apiVersion, kind, metadata.namespace ?? '', metadata.name].join(' ');

const readResource = (path: string): Manifest[] =>
  statSync(path).isDirectory() ? renderOverlay(path) : (readYaml(path) as Manifest[]);

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const merge = (base: unknown, patch: unknown, key = ''): unknown => {
  if (isMap(base) && isMap(patch)) {
    const entries = Object.entries(patch).map(([name, value]) => [name, merge(base[name], value, name)] as const);
    const merged = Object.entries({ ...base, ...Object.fromEntries(entries) });
    return Object.fromEntries(merged.filter(([, value]) => value !== null));
  }
  if (key === 'containers' && Array.isArray(base) && Array.isArray(patch)) return mergeByName(base, patch);
  return patch;
};

type Named = { name: string };
const mergeByName = (base: Named[], patch: Named[]): unknown[] =>
  base.map((item) => merge(item, patch.find(({ name }) => name === item.name) ?? {}));

const setImage = (value: unknown, image: { name: string; newName?: string; newTag?: string }): unknown => {
  if (Array.isArray(value)) return value.map((item) => setImage(item, image));
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key === 'image' && item === image.name
        ? [key, `${image.newName ?? image.name}:${image.newTag ?? 'latest'}`]
        : [key, setImage(item, image)],
    ),
  );
};

export const overlayNames = ['dev', 'production'] as const;
export const overlayDirectory = (root: string, name: string): string => join(root, 'k8s/overlays', name);
