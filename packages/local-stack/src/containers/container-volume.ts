import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { ContainerRuntimeClient } from 'testcontainers';
import { isStatusCode } from '../files/error-code.js';

/**
 * The one name of a server's container and of its volume for a data directory. The engine gives a name once, so there are
 * never two containers on a volume. (A bind-mounted directory would belong to the container's user.)
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
