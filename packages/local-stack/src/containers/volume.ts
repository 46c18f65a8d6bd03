import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

/** One named volume for each data directory and server: bind-mounted directories would belong to the container's user. */
export const volumeFor = (dataDir: string, server: string): string =>
  `delivery-${server}-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)}`;
