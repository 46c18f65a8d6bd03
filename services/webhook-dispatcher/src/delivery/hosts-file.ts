import { isIP } from 'node:net';

export type StaticHosts = ReadonlyMap<string, readonly string[]>;

/** Reads the text of a hosts file (`/etc/hosts`): names in lower case, each with all its addresses. */
export const parseHostsFile = (text: string): StaticHosts => {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), address]);
  }
  return hosts;
};
