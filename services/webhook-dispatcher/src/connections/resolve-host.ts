import { NODATA, NOTFOUND, Resolver, TIMEOUT } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { StaticHosts } from '../delivery/hosts-file.js';
import { ConnectionError } from './connection-errors.js';

export type HostAddress = { address: string; family: 4 | 6 };
export type Resolution = { addresses: readonly HostAddress[]; ttlSeconds: number };
export type ResolveHost = (hostname: string) => Promise<Resolution>;

/** One query to one server; two tries stay within the connect timeout. */
const dnsTimeoutMs = 1_000;
const dnsTries = 2;
/** For the other family, once one has answered (RFC 8305, 3): there are name servers that drop queries for AAAA. */
const otherFamilyWaitMs = 50;

/**
 * Resolves by DNS queries of its own, not by `dns.lookup`: that one occupies one of libuv's few threads until the
 * answer comes, so two merchants with dead name servers would stop all deliveries; and it hides the TTL.
 * Names that DNS does not know come from `staticHosts` (the hosts file), and `localhost` is loopback (RFC 6761).
 * @param servers DNS servers `ip` or `ip:port` instead of the system's
 */
export const createHostResolver = (staticHosts: StaticHosts, servers?: readonly string[]): ResolveHost => {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: dnsTries });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const fixed = staticHosts.get(name) ?? loopbackOf(name);
    if (fixed) return { addresses: fixed.map(toHostAddress), ttlSeconds: Number.POSITIVE_INFINITY };
    return await queryBothFamilies(resolver, name);
  };
};

const loopbackOf = (name: string): readonly string[] | undefined =>
  name === 'localhost' || name.endsWith('.localhost') ? ['127.0.0.1', '::1'] : undefined;

const toHostAddress = (address: string): HostAddress => ({ address, family: isIPv4(address) ? 4 : 6 });

type TimedAddress = HostAddress & { ttlSeconds: number };

/** Many servers answer one family well and break on the other, so one good answer is enough. */
const queryBothFamilies = async (resolver: Resolver, name: string): Promise<Resolution> => {
  const found: TimedAddress[] = [];
  const queries = ([4, 6] as const).map(async (family) => {
    found.push(...(await queryFamily(resolver, name, family)));
  });
  const both = Promise.allSettled(queries);
  const oneAndTheWait = Promise.any(queries).then(() => delay(otherFamilyWaitMs, undefined, { ref: false }));
  await Promise.race([both, oneAndTheWait.catch(() => both)]);
  if (found.length === 0) {
    const causes = (await both).flatMap((answer): unknown[] => (answer.status === 'rejected' ? [answer.reason] : []));
    throw new ConnectionError(failureOf(causes.map(codeOf)), 'the name does not resolve', { cause: causes[0] });
  }
  return {
    addresses: found.map(({ address, family }) => ({ address, family })),
    ttlSeconds: Math.min(...found.map((answer) => answer.ttlSeconds)),
  };
};

/** A server that knows the name for one family alone may fail on the other. */
const failureOf = (codes: readonly unknown[]): 'dnsNotFound' | 'dnsTimeout' | 'dnsFailure' => {
  if (codes.includes(NOTFOUND) || codes.every((code) => code === NODATA)) return 'dnsNotFound';
  return codes.includes(TIMEOUT) ? 'dnsTimeout' : 'dnsFailure';
};

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

const queryFamily = async (resolver: Resolver, name: string, family: 4 | 6): Promise<TimedAddress[]> => {
  const records = await (family === 4
    ? resolver.resolve4(name, { ttl: true })
    : resolver.resolve6(name, { ttl: true }));
  return records.map(({ address, ttl }) => ({ address, family, ttlSeconds: ttl }));
};
