import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrStartPostgres } from '@delivery/local-stack';

/** Where Debian's package `libfaketime` installs its library. */
const libraries = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`);

export type ShiftedPostgres = Awaited<ReturnType<typeof startShiftedPostgres>>;

/**
 * A Postgres of its own whose clock can be set. Without the library its clock is the machine's, and `canShift` is false.
 */
export const startShiftedPostgres = async (log: (line: string) => void) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-skew-'));
  const offsetFile = join(dataDir, 'offset');
  // Postgres' own user reads it.
  const setOffset = (offset: string) => writeFile(offsetFile, `${offset}\n`, { mode: 0o644 });
  await setOffset('+0');
  const library = libraries.find((file) => existsSync(file));
  const postgres = await findOrStartPostgres({
    dataDir,
    env: {},
    log,
    ...(library === undefined
      ? {}
      : {
          processEnv: {
            LD_PRELOAD: library,
            FAKETIME_TIMESTAMP_FILE: offsetFile,
            FAKETIME_CACHE_DURATION: '1',
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
          },
        }),
  });
  return {
    url: postgres.url,
    canShift: library !== undefined,
    /** In libfaketime's words, such as `-40s` or `-25d`; `+0` is the machine's time. It holds a second later. */
    setOffset,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
