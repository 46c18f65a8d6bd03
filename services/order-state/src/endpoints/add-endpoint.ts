import { randomUUID } from 'node:crypto';
import { type EndpointHeader, endpointSecretOf, type EndpointWithSecret } from '@delivery/contracts';
import { ProblemError } from '@delivery/http-edge';
import type { Transaction } from '@delivery/postgres';
import type { Sealer } from '@delivery/service-kit';
import { readEndpointUrls, toEndpointView } from './queries/read-endpoints.js';
import { insertEndpoint, type NewEndpoint } from './queries/write-endpoints.js';
import { sealHeader } from './rules/header.js';
import { createSecret } from './rules/secrets.js';

export const endpointMax = 5;

/** Runs under the merchant's lock, so that two that come at once see each other. */
export const addEndpoint = async (
  client: Transaction,
  sealer: Pick<Sealer, 'seal'>,
  wanted: Omit<NewEndpoint, 'id' | 'secrets' | 'header'> & { header: EndpointHeader | null },
): Promise<EndpointWithSecret> => {
  const others = await readEndpointUrls(client, wanted.merchantId);
  refuseTakenUrl(others, wanted.url);
  if (others.length >= endpointMax) {
    throw new ProblemError('endpoint_limit_reached', `A merchant may have ${endpointMax} webhook endpoints at most.`);
  }
  const secret = createSecret();
  const id = randomUUID();
  const secrets = [{ sealed: sealer.seal(secret, endpointSecretOf(id)), expires_at: null }];
  const { url } = wanted;
  const header = wanted.header && url !== null ? sealHeader(sealer, wanted.header, { endpointId: id, url }) : null;
  const row = await insertEndpoint(client, { ...wanted, id, secrets, header });
  return { ...toEndpointView(row), secret };
};

/** A pull endpoint has no URL that could be taken. */
export const refuseTakenUrl = (others: readonly { url: string | null }[], url: string | null): void => {
  if (url === null || !others.some((other) => other.url === url)) return;
  throw new ProblemError('endpoint_url_taken', 'Another webhook endpoint of this merchant has this URL.');
};
