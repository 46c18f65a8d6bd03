import type { MerchantMode, SealedHeader, WebhookEvent } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import type { EndpointTarget } from '../rules/build-test-webhook.js';
import { sealedSecretSchema } from '../rules/secrets.js';

/** Where a merchant's endpoint is and what it is signed with, unless it is deleted. `url` is `null` where it is a pull endpoint. */
export const readEndpointTarget = async (
  client: Queryable,
  merchantId: string,
  endpointId: string,
): Promise<(Omit<EndpointTarget, 'url'> & { url: string | null }) | undefined> => {
  const { rows } = await client.query<{
    mode: MerchantMode;
    url: string | null;
    events: WebhookEvent[] | null;
    secrets: unknown;
    header: SealedHeader | null;
  }>(
    `select mode, url, events, secrets, header from endpoints where id = $1 and merchant_id = $2 and status <> 'deleted'`,
    [endpointId, merchantId],
  );
  const [row] = rows;
  return row && { ...row, merchantId, endpointId, secrets: sealedSecretSchema.array().parse(row.secrets) };
};
