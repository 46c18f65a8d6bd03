/** The key of a limit per client address: an IPv4 address, or the /64 that one IPv6 subscriber controls. */
export const limitedAddress = (ip: string | undefined): string => {
  if (ip === undefined) return 'unknown';
  if (!ip.includes(':')) return ip;
  if (ip.toLowerCase().startsWith('::ffff:') && ip.includes('.')) return ip.slice(ip.lastIndexOf(':') + 1);
  return `${networkOf(ip)}::/64`;
};

const networkOf = (ip: string): string => {
  const [head = '', tail] = ip.split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
};
