import type { LookupFunction } from 'node:net';
import { type ConfiguredNetworks, explainRefusal } from '@delivery/address-guard';
import { ConnectionError } from './connection-errors.js';
import type { HostAddress, ResolveHost } from './resolve-host.js';

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
