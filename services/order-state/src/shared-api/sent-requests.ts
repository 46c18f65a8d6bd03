import type { SentRequests } from '@delivery/contracts';
import { answerJson, type ApiRoute } from '@delivery/http-edge';
import { inSnapshot, type Pool } from '@delivery/postgres';
import type { Sealer } from '@delivery/service-kit';
import { createOpenSecrets, type OpenSecrets } from '@delivery/webhooks';
import { readSecrets, readSecretTimes } from '../endpoints/queries/endpoint-secrets.js';
import { type SealedSecret, secretsAt, type SecretTimes } from '../endpoints/rules/secrets.js';
import { maskUrl } from '../endpoints/rules/webhook-url.js';
import { readSentAttempts, readSentDelivery } from '../ledger/queries/read-deliveries.js';
import { rebuildRequest, type SentAttempt, type SentDelivery } from '../ledger/rules/releases.js';
import { eraseBody } from '../orders/rules/erase-body.js';
import { deliveryNotFound, readDeliveryId, readOwnerId } from './read-params.js';

/** Requests in one answer. */
const attemptMax = 100;

export type SentRequestsDeps = {
  pool: Pool;
  sealer: Pick<Sealer, 'open'>;
  secretOverlapMs: number;
  /** How long a webhook may be on its way to its attempt. */
  leaseMs: number;
};

type Known = { secrets: readonly SealedSecret[]; times: SecretTimes };
type Wanted = { ownerId: string; deliveryId: string; customerData: 'masked' | 'shown' };

/** The requests of a delivery, as they were sent. @throws ProblemError `delivery_not_found` */
export const createReadSentRequests = (deps: SentRequestsDeps) => {
  const openSecrets = createOpenSecrets(deps.sealer);
  return async ({ ownerId, deliveryId, customerData }: Wanted): Promise<SentRequests> => {
    const delivery = await readSentDelivery(deps.pool, ownerId, deliveryId);
    if (!delivery) throw deliveryNotFound();
    const attempts = await inSnapshot(deps.pool, (client) =>
      readSentAttempts(client, { orderId: delivery.order_id, deliveryId }, attemptMax + 1),
    );
    const known = {
      secrets: await readSecrets(deps.pool, delivery.endpoint_id),
      times: await readSecretTimes(deps.pool, delivery.endpoint_id),
    };
    return {
      type: delivery.type,
      method: 'POST',
      url: delivery.url === null ? null : maskUrl(delivery.url),
      ...shownOf(delivery, customerData),
      erased_at: delivery.erased_at?.toISOString() ?? null,
      attempts: attempts.slice(0, attemptMax).map((attempt) => {
        const keys = keysAt(deps, openSecrets, { delivery, attempt, known });
        return rebuildRequest(delivery, attempt, { keys, unsureMs: deps.leaseMs });
      }),
      truncated: attempts.length > attemptMax,
    };
  };
};

const shownOf = (
  { body, erased_at }: SentDelivery,
  wanted: 'masked' | 'shown',
): Pick<SentRequests, 'body' | 'customer_data'> => ({
  body: wanted === 'shown' ? body : eraseBody(body),
  customer_data: erased_at === null ? wanted : 'erased',
});

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

/** The requests of one of the merchant's own deliveries, with its own customers' data. */
export const viewOwnSentRequests = (deps: SentRequestsDeps): ApiRoute['handle'] => {
  const readSentRequests = createReadSentRequests(deps);
  return async (request) => {
    const [ownerId, deliveryId] = [readOwnerId(request), readDeliveryId(request)];
    return answerJson(200, await readSentRequests({ ownerId, deliveryId, customerData: 'shown' }));
  };
};
