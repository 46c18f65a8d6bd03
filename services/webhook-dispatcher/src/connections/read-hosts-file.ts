import { readFile } from 'node:fs/promises';
import { parseHostsFile, type StaticHosts } from '../delivery/hosts-file.js';

const hostsPath = '/etc/hosts';

/** Read once, at start: a change needs a restart. A system without the file has no static hosts. */
export const readHostsFile = async (): Promise<StaticHosts> => {
  try {
    return parseHostsFile(await readFile(hostsPath, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map();
    throw error;
  }
};
