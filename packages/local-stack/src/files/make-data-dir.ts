import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty directory for servers of a test: where `npm test` has its own, or among temporary files. */
export const makeDataDir = (prefix: string): Promise<string> =>
  mkdtemp(join(process.env['TEST_DATA_DIR'] ?? tmpdir(), prefix));
