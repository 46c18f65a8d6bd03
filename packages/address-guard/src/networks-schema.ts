import { z } from 'zod';
import { type Network, parseNetwork } from './guard-address.js';

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
  'Private ranges to which webhooks may be sent, such as `127.0.0.0/8,::1/128`: for development. `64:ff9b::/96` allows NAT64, for clusters without IPv4: the embedded IPv4 address is checked like any other.',
);

export const blockedNetworksSchema = networksSchema.describe(
  'Further ranges to which webhooks are never sent, such as your own public addresses, `203.0.113.0/24`. They take precedence over allowed ranges.',
);
