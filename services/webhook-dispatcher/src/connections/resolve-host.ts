import { NODATA, NOTFOUND, Resolver, TIMEOUT } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP, isIPv4, type LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type ConfiguredNetworks, explainRefusal } from '@delivery/address-guard';
import { ConnectionError } from '../delivery/connection-errors.js';

type HostAddress = { address: string; family: 4 | 6 };
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

/** Names kept at once; the oldest goes first. */
const namesMax = 10_000;
/** Longest time a good answer is used, even if its TTL is longer: a receiver that moves is found again. */
const answerAgeMaxMs = 5 * 60_000;

/**
 * Uses an answer until its TTL ends, and asks once when many want the same name at once. Failures are not kept.
 * @param nowMs a monotonic clock in milliseconds
 */
export const cacheResolutions = (resolve: ResolveHost, nowMs: () => number): ResolveHost => {
  const answers = new Map<string, { resolution: Resolution; expiresAtMs: number }>();
  const asking = new Map<string, Promise<Resolution>>();

  const ask = async (name: string): Promise<Resolution> => {
    try {
      // The TTL counts from before the question: an answer that took long is that much older.
      const askedAtMs = nowMs();
      const resolution = await resolve(name);
      answers.delete(name);
      if (answers.size >= namesMax) answers.delete(answers.keys().next().value ?? name);
      answers.set(name, {
        resolution,
        expiresAtMs: askedAtMs + Math.min(resolution.ttlSeconds * 1000, answerAgeMaxMs),
      });
      return resolution;
    } finally {
      asking.delete(name);
    }
  };

  return (name) => {
    const known = answers.get(name);
    if (known && nowMs() < known.expiresAtMs) return Promise.resolve(known.resolution);
    const underWay = asking.get(name);
    if (underWay) return underWay;
    const question = ask(name);
    asking.set(name, question);
    return question;
  };
};

/**
 * The lookup that a connection is made with. The addresses that were checked are the ones that are connected to: there
 * is no second resolution that could answer otherwise (DNS rebinding). One bad address among the answers refuses all.
 */
export const createGuardedLookup = (resolve: ResolveHost, networks: ConfiguredNetworks): LookupFunction => {
  const resolveGuarded = async (hostname: string): Promise<[HostAddress, ...HostAddress[]]> => {
    const { addresses } = await resolve(hostname);
    for (const { address } of addresses) refuseBlocked(address, networks);
    const [first, ...others] = addresses;
    if (!first) throw new ConnectionError('dnsNotFound', 'the name has no address');
    return [first, ...others];
  };
  return (hostname, options, callback) => {
    resolveGuarded(hostname).then(
      (addresses) => {
        if (options.all) callback(null, addresses);
        else callback(null, addresses[0].address, addresses[0].family);
      },
      (error: unknown) => callback(toError(error), ''),
    );
  };
};

/** @throws ConnectionError when webhooks never go to this address */
export const refuseBlocked = (address: string, networks: ConfiguredNetworks): void => {
  const reason = explainRefusal(address, networks);
  if (reason !== undefined)
    throw new ConnectionError('addressRefused', `address not allowed: ${reason}`, { detail: `${address}: ${reason}` });
};

const toError = (error: unknown): Error =>
  error instanceof ConnectionError ? error : new ConnectionError('dnsFailure', 'lookup failed', { cause: error });

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

type StaticHosts = ReadonlyMap<string, readonly string[]>;

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
