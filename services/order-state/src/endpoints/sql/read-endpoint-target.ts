import type { WebhookEvent } from '@delivery/contracts';
import { z } from 'zod';
import type { Queryable } from '@delivery/postgres';
import { storedSecretSchema, type StoredSecret } from '../../ledger/sql/release-deliveries.js';

export type EndpointTarget = {
  merchantId: string;
  endpointId: string;
  url: string;
  events: WebhookEvent[] | null;
  secrets: StoredSecret[];
};

/** Where a merchant's endpoint is and what it is signed with, unless it is deleted. */
export const readEndpointTarget = async (
  client: Queryable,
  merchantId: string,
  endpointId: string,
): Promise<EndpointTarget | undefined> => {
  const { rows } = await client.query<{ url: string; events: WebhookEvent[] | null; secrets: unknown }>(
    `select url, events, secrets from endpoints where id = $1 and merchant_id = $2 and status <> 'deleted'`,
    [endpointId, merchantId],
  );
  const [row] = rows;
  return row && { ...row, merchantId, endpointId, secrets: z.array(storedSecretSchema).parse(row.secrets) };
};
