import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The directory for unpacked packages, shared by all checkouts; in the data directory where there is no writable home. */
export const openCacheDir = (
  env: { DELIVERY_CACHE_DIR?: string | undefined; XDG_CACHE_HOME?: string | undefined },
  dataDir: string,
): string => {
  if (env.DELIVERY_CACHE_DIR) return makeWritable(env.DELIVERY_CACHE_DIR);
  try {
    return makeWritable(join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'delivery-order-intake'));
  } catch {
    // Users without a home directory, or with one that they may not write to, are common in containers.
    return makeWritable(join(dataDir, 'cache'));
  }
};

const makeWritable = (directory: string): string => {
  mkdirSync(directory, { recursive: true });
  accessSync(directory, constants.W_OK);
  return directory;
};
