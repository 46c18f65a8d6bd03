import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ContainerRuntimeClient } from 'testcontainers';
import { z } from 'zod';
import { isStatusCode } from '../files/error-code.js';
import { keepJson, randomSecret, readKeptJson } from '../files/kept-json.js';
import { connectEngine } from './engine.js';

/** An empty directory for servers of a test: where `npm test` has its own, or among temporary files. */
export const makeDataDir = (prefix: string): Promise<string> =>
  mkdtemp(join(process.env['TEST_DATA_DIR'] ?? tmpdir(), prefix));

/** Deletes a data directory on which nothing runs any more, and the volumes that its containers had. */
export const removeDataDir = async (dataDir: string): Promise<void> => {
  const inContainers = ['postgres', 'rabbitmq'].filter(
    (server) => readContainerSettings(join(dataDir, server)) !== undefined,
  );
  if (inContainers.length > 0) {
    const engine = await connectEngine();
    for (const server of inContainers) await removeVolume(engine, containerName(dataDir, server));
  }
  await rm(dataDir, { recursive: true, force: true });
};

const settingsSchema = z.object({
  /** The volume was made with it: a new one would not open it. */
  password: z.string(),
  /** Ports of the host. Empty until they are chosen. */
  ports: z.array(z.number()).default([]),
});
export type ContainerSettings = z.infer<typeof settingsSchema>;

/** The settings of a server's container, kept in its directory; undefined before its first start. */
export const readContainerSettings = (directory: string): ContainerSettings | undefined =>
  settingsSchema.optional().parse(readKeptJson(pathIn(directory)));

export const keepContainerSettings = (directory: string, settings: ContainerSettings): void =>
  keepJson(pathIn(directory), settings);

export const newContainerSettings = (): ContainerSettings => ({ password: randomSecret(), ports: [] });

const pathIn = (directory: string): string => join(directory, 'container.json');

/**
 * The one name of a server's container and of its volume for a data directory. The engine gives a name once, so there
 * are never two containers on a volume. (A bind-mounted directory would belong to the container's user.)
 */
export const containerName = (dataDir: string, server: string): string =>
  `delivery-${server}-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)}`;

/** Nothing where there is none. */
export const removeVolume = async (engine: ContainerRuntimeClient, name: string): Promise<void> => {
  try {
    await engine.container.dockerode.getVolume(name).remove();
  } catch (error) {
    if (!isStatusCode(error, 404)) throw error;
  }
};
