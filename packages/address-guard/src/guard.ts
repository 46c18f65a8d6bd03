import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { blockedRanges } from './blocked-ranges.js';

/** The reason to refuse a URL before its name is resolved; `undefined` when it may be tried. */
export const explainUrlRefusal = (url: URL, options: { allowHttp: boolean }): string | undefined => {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'its scheme is not https';
  if (url.protocol === 'http:' && !options.allowHttp) return 'its scheme is not https';
  // Credentials in a URL end up in logs, and make one host look like another.
  if (url.username !== '' || url.password !== '') return 'it has a user name or password';
  if (url.port !== '' && blockedPorts.has(Number(url.port))) return 'its port belongs to another protocol';
  return undefined;
};

/**
 * Ports of other protocols that would take an HTTP request for commands (SMTP, IRC, …): the "bad ports" of the WHATWG
 * Fetch standard, which every browser refuses too.
 */
const blockedPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

type Address = ReturnType<typeof ipaddr.parse>;
export type Network = ReturnType<typeof ipaddr.parseCIDR>;
/** Networks that the configuration opens or blocks, beside the built-in ranges; `blocked` takes precedence. */
export type ConfiguredNetworks = { allowed: readonly Network[]; blocked: readonly Network[] };

const blocked = blockedRanges.map(({ cidr, reason }) => ({ network: ipaddr.parseCIDR(cidr), reason }));

/**
 * Why a resolved address must not be connected to, `undefined` when it may be.
 * @param address an IP address in text form, as a resolver or a socket has it
 */
export const explainRefusal = (address: string, { allowed, blocked: more }: ConfiguredNetworks): string | undefined => {
  if (!isPlainAddress(address)) return 'not an address';
  const parsed = ipaddr.parse(address);
  if (more.some((network) => contains(network, parsed))) return 'blocked by configuration';
  if (allowed.some((network) => contains(network, parsed))) {
    // Opening NAT64 opens the way to IPv4, not to every address of it.
    return contains(nat64, parsed) ? explainRefusal(embeddedIPv4Of(parsed), { allowed, blocked: more }) : undefined;
  }
  return blocked.find(({ network }) => contains(network, parsed))?.reason;
};

/** Clusters with IPv6 alone reach IPv4 through NAT64: the IPv4 address is in the last four bytes (RFC 6052). */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96');

const embeddedIPv4Of = (address: Address): string => address.toByteArray().slice(-4).join('.');

/** A CIDR range such as `127.0.0.0/8`, or one address; `undefined` when it is neither. */
export const parseNetwork = (text: string): Network | undefined => {
  const [address = '', prefix, ...rest] = text.trim().split('/');
  if (rest.length > 0 || !isPlainAddress(address)) return undefined;
  const parsed = ipaddr.parse(address);
  const lengthMax = parsed.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return [parsed, lengthMax];
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= lengthMax ? [parsed, Number(prefix)] : undefined;
};

/** As configuration writes it. */
export const describeNetwork = ([address, bits]: Network): string => `${address.toString()}/${bits}`;

/** ipaddr.js reads octal, hex and short forms too, and zones; a resolved address has none of these. */
const isPlainAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text));

const contains = (network: Network, address: Address): boolean =>
  network[0].kind() === address.kind() && address.match(network);

/** Ranges such as `127.0.0.0/8,::1/128`: parsed, or a fault that names the entry. */
const networksSchema = z
  .string()
  .default('')
  .transform((text, context) => {
    const networks: Network[] = [];
    for (const entry of text.split(',').filter((part) => part.trim() !== '')) {
      const network = parseNetwork(entry);
      if (network) networks.push(network);
      else context.addIssue(`expected ranges such as 127.0.0.0/8,::1/128; "${entry.trim()}" is not a range`);
    }
    return networks;
  });

export const allowedNetworksSchema = networksSchema.describe(
  'Private ranges to which webhooks may be sent, such as `127.0.0.0/8,::1/128`: for development. `64:ff9b::/96` ' +
    'allows NAT64; the embedded IPv4 address is checked like any other.',
);

export const blockedNetworksSchema = networksSchema.describe(
  'Ranges to which webhooks are never sent, such as your own public addresses; they override allowed ranges.',
);
