import { readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isErrorCode } from '../files/error-code.js';

type Link = { source: string; target: string };

/**
 * Makes the symbolic links that are missing. npm packages hold none: an install script of the binaries' package makes them,
 * and with `--ignore-scripts` the server would not find its libraries.
 */
export const restoreSymlinks = (packageDir: string): void => {
  for (const { source, target } of readLinks(join(packageDir, 'native', 'pg-symlinks.json'))) {
    const link = join(packageDir, target);
    try {
      symlinkSync(relative(dirname(link), join(packageDir, source)), link);
    } catch (error) {
      if (!isErrorCode(error, 'EEXIST')) throw error;
    }
  }
};

const readLinks = (path: string): Link[] => {
  const links: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(links) || !links.every(isLink)) throw new Error(`${path} is not a list of links`);
  return links;
};

const isLink = (value: unknown): value is Link =>
  typeof value === 'object' &&
  value !== null &&
  'source' in value &&
  typeof value.source === 'string' &&
  'target' in value &&
  typeof value.target === 'string';
