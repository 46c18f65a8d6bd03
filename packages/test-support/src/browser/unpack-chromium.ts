import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

export type Chromium = { executablePath: string; env: Record<string, string> };

/**
 * The package `@sparticuz/chromium` holds a Chromium for x64 Linux with the libraries that a bare machine lacks, compressed.
 * Its own code unpacks them for one cloud; here they go into a cache below node_modules, once.
 */
const packageDirectory = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))));

const archives = ['al2023', 'swiftshader', 'fonts'];

const run = promisify(execFile);

export const unpackChromium = async (): Promise<Chromium> => {
  const directory = join(await cacheDirectory(), `chromium-${await readVersion()}`);
  if (!(await exists(directory))) await unpackInto(directory);
  return {
    executablePath: join(directory, 'chromium'),
    env: { LD_LIBRARY_PATH: join(directory, 'lib'), FONTCONFIG_FILE: join(directory, fontsFile) },
  };
};

const cacheDirectory = async (): Promise<string> => {
  const directory = join(packageDirectory, '../../.cache');
  await mkdir(directory, { recursive: true });
  return directory;
};

const readVersion = async (): Promise<string> => {
  const text = await readFile(join(packageDirectory, 'package.json'), 'utf8');
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown';
};

/** Whole, or not at all: another test file may do the same at the same time, and this one may be killed. */
const unpackInto = async (directory: string): Promise<void> => {
  const begun = await mkdtemp(`${directory}-`);
  try {
    await decompress('chromium.br', join(begun, 'chromium'));
    await chmod(join(begun, 'chromium'), 0o755);
    for (const archive of archives) {
      const tar = join(begun, `${archive}.tar`);
      await decompress(`${archive}.tar.br`, tar);
      await run('tar', ['--extract', '--file', tar, '--directory', begun]);
      await rm(tar);
    }
    await writeFile(join(begun, fontsFile), fontsOf(directory));
    await rename(begun, directory);
  } catch (error) {
    await rm(begun, { recursive: true, force: true });
    // A concurrent process was faster, and has put the same files there.
    if (!(await exists(directory))) throw error;
  }
};

const fontsFile = 'fonts.conf';

/** A bare machine has no font, and without one the browser ends. The package's own settings hold only in its cloud. */
const fontsOf = (directory: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(directory, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(directory, 'fonts-cache')}</cachedir>
</fontconfig>
`;

const decompress = (name: string, target: string): Promise<void> =>
  pipeline(createReadStream(join(packageDirectory, 'bin', name)), createBrotliDecompress(), createWriteStream(target));

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
