import { type SentRequests, sentRequestsQuerySchema } from '@delivery/contracts';
import { answerJson, type QueryHandler, withQuery } from '@delivery/http-edge';
import { inSnapshot, type Pool } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { createOpenSecrets, type OpenSecrets } from '@delivery/webhooks';
import { readSecrets, readSecretTimes } from '../endpoints/queries/secrets.js';
import { maskUrl } from '../endpoints/rules/mask-url.js';
import { secretsAt, type SecretTimes } from '../endpoints/rules/secret-times.js';
import type { SealedSecret } from '../endpoints/rules/secrets.js';
import { deliveryNotFound, readDeliveryId, readMerchantId } from '../http/read-params.js';
import { readSentAttempts, readSentDelivery } from '../ledger/queries/read-deliveries.js';
import { rebuildRequest, type SentAttempt, type SentDelivery } from '../ledger/rules/rebuild-request.js';
import { eraseWebhookBody } from '../retention/rules/erase-body.js';
import { askForCustomerData, type CustomerDataDeps } from './ask-for-customer-data.js';

/** Requests in one answer. */
const attemptMax = 100;

export type SentRequestsDeps = CustomerDataDeps & {
  pool: Pool;
  sealer: Pick<Sealer, 'open'>;
  secretOverlapMs: number;
  /** How long a webhook may be on its way to its attempt. */
  leaseMs: number;
  logger: Pick<Logger, 'info'>;
};

type Known = { secrets: readonly SealedSecret[]; times: SecretTimes };

/** The requests of a delivery, as they were sent. */
export const viewSentRequests = (deps: SentRequestsDeps): QueryHandler => {
  const openSecrets = createOpenSecrets(deps.sealer);
  return withQuery(sentRequestsQuerySchema, async ({ customer_data: wanted }, request) => {
    const [merchantId, deliveryId] = [readMerchantId(request), readDeliveryId(request)];
    const ask = wanted === 'shown' ? askForCustomerData(deps, request) : undefined;
    const delivery = await readSentDelivery(deps.pool, merchantId, deliveryId);
    if (!delivery) throw deliveryNotFound();
    const attempts = await inSnapshot(deps.pool, (client) =>
      readSentAttempts(client, { orderId: delivery.order_id, deliveryId }, attemptMax + 1),
    );
    const known = {
      secrets: await readSecrets(deps.pool, delivery.endpoint_id),
      times: await readSecretTimes(deps.pool, delivery.endpoint_id),
    };
    const shown = shownOf(delivery, wanted);
    ask?.answered(shown.customer_data, { deliveryId });
    const requests: SentRequests = {
      type: delivery.type,
      method: 'POST',
      url: delivery.url === null ? null : maskUrl(delivery.url),
      ...shown,
      erased_at: delivery.erased_at?.toISOString() ?? null,
      attempts: attempts.slice(0, attemptMax).map((attempt) => {
        return rebuildRequest(delivery, attempt, keysAt(deps, openSecrets, { delivery, attempt, known }));
      }),
      truncated: attempts.length > attemptMax,
    };
    return answerJson(200, requests);
  });
};

const shownOf = (
  { body, erased_at }: SentDelivery,
  wanted: 'masked' | 'shown',
): Pick<SentRequests, 'body' | 'customer_data'> => {
  if (erased_at !== null) return { body, customer_data: 'erased' };
  return { body: wanted === 'shown' ? body : eraseWebhookBody(body), customer_data: wanted };
};

const keysAt = (
  { secretOverlapMs: overlapMs, leaseMs: unsureMs }: SentRequestsDeps,
  openSecrets: OpenSecrets,
  { delivery, attempt, known }: { delivery: SentDelivery; attempt: SentAttempt; known: Known },
) => {
  const secrets = secretsAt(known.secrets, known.times, { atMs: attempt.at.getTime(), overlapMs, unsureMs });
  if (!secrets) return undefined;
  const opened = openSecrets({
    endpoint_id: delivery.endpoint_id,
    sealed_secrets: secrets.map(({ sealed }) => sealed),
  });
  return 'keys' in opened ? opened.keys : undefined;
};
