import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readContainerSettings } from './container-settings.js';
import { containerName, removeVolume } from './container-volume.js';
import { connectEngine } from './engine.js';

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
