import { readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { isErrorCode } from '../files/error-code.js';

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Makes the symbolic links that are missing. npm packages hold none: an install script of the binaries' package makes them,
 * and with `--ignore-scripts` the server would not find its libraries.
 */
export const restoreSymlinks = (packageDir: string): void => {
  for (const { source, target } of readLinks(packageDir)) {
    const link = join(packageDir, target);
    try {
      symlinkSync(relative(dirname(link), join(packageDir, source)), link);
    } catch (error) {
      if (!isErrorCode(error, 'EEXIST')) throw error;
    }
  }
};

const readLinks = (packageDir: string) =>
  linksSchema.parse(JSON.parse(readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')));
