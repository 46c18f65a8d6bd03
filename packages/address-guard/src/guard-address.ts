import ipaddr from 'ipaddr.js';
import { blockedRanges } from './blocked-ranges.js';

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

/** Of clusters with IPv6 alone: the IPv4 address is in the last four bytes (RFC 6052). */
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
