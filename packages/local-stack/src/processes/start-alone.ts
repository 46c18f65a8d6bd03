import { lockDirectory } from '../files/lock-directory.js';
import { startGuard } from './guard.js';

/** However often and concurrently it is called, the work is done once; every caller waits for it. */
export const callOnce = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
};

/**
 * Starts a server as the only one in its directory, with a guard that ends it when this process dies.
 * @throws DirectoryInUseError when another process runs one there
 */
export const startAlone = async <Running extends { stop: () => Promise<void> }>(
  { dataDir, directory }: { dataDir: string; directory: string },
  start: () => Promise<Running>,
): Promise<Running> => {
  const lock = await lockDirectory(directory);
  const guard = startGuard(dataDir);
  const release = async () => {
    await guard.close();
    await lock.release();
  };
  try {
    const running = await start();
    const stop = async () => {
      try {
        await running.stop();
      } finally {
        await release();
      }
    };
    return { ...running, stop: callOnce(stop) };
  } catch (error) {
    await release();
    throw error;
  }
};
