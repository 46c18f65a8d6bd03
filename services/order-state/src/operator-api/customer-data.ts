import {
  orderContentSchema,
  type OrderCustomer,
  reasonSchema,
  type SentRequests,
  sentRequestsQuerySchema,
} from '@delivery/contracts';
import {
  answerJson,
  type ApiRequest,
  type ApiRoute,
  ProblemError,
  type QueryHandler,
  withQuery,
} from '@delivery/http-edge';
import { inSnapshot, type Pool } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { createOpenSecrets, type OpenSecrets } from '@delivery/webhooks';
import { readSecrets, readSecretTimes } from '../endpoints/queries/endpoint-secrets.js';
import { maskUrl } from '../endpoints/rules/mask-url.js';
import { secretsAt, type SecretTimes } from '../endpoints/rules/secret-times.js';
import type { SealedSecret } from '../endpoints/rules/secrets.js';
import { readSentAttempts, readSentDelivery } from '../ledger/queries/read-deliveries.js';
import { rebuildRequest, type SentAttempt, type SentDelivery } from '../ledger/rules/rebuild-request.js';
import { type CustomerRow, readCustomer } from '../orders/queries/read-orders.js';
import { eraseWebhookBody } from '../retention/rules/erase-body.js';
import {
  deliveryNotFound,
  orderMissingProblem,
  readDeliveryId,
  readMerchantId,
  readOrderId,
} from '../shared-api/read-params.js';
import type { OperatorCaller } from './operator-session.js';

export type CustomerDataDeps = { logger: Pick<Logger, 'info'> };

/** A request for a customer's data. */
type Asking = {
  /** Logs the caller, the resource and the outcome. */
  answered: (outcome: 'shown' | 'masked' | 'erased', what: { orderId: string } | { deliveryId: string }) => void;
};

/**
 * A read-only token is for wall displays and programs: neither needs to know a customer's order, so it is not shown to them.
 * @throws ProblemError `insufficient_scope`
 */
const askForCustomerData = ({ logger }: CustomerDataDeps, { caller, address }: ApiRequest<OperatorCaller>): Asking => {
  const { scope, by, session } = caller;
  if (scope !== 'all') {
    throw new ProblemError(
      'insufficient_scope',
      'This token cannot read customers’ data: use the token of OPERATOR_TOKEN.',
      { headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' } },
    );
  }
  return {
    answered: (outcome, what) => logger.info({ ...what, outcome, scope, by, session, address }, 'customer_data.read'),
  };
};

/** The customer, address, items and external_data of an order. Each read is logged with its caller. */
export const viewCustomer =
  (deps: CustomerDataDeps & { pool: Pool }): ApiRoute<OperatorCaller>['handle'] =>
  async (request) => {
    const orderId = readOrderId(request);
    const ask = askForCustomerData(deps, request);
    const row = await readCustomer(deps.pool, orderId);
    if (!row) throw await orderMissingProblem(deps.pool, orderId);
    // Not by erased_at: that is null again once something has happened to the order since.
    const isErased = row.content === null;
    ask.answered(isErased ? 'erased' : 'shown', { orderId });
    if (isErased) throw erasedSince(row.erased_at);
    return { status: 200, body: renderCustomer(orderId, row) };
  };

const erasedSince = (erasedAt: Date | null): ProblemError => {
  const at = erasedAt === null ? '' : ` at ${erasedAt.toISOString()}`;
  return new ProblemError('customer_data_erased', `The customer’s data was erased${at}.`);
};

const customersPart = orderContentSchema.pick({ customer: true, address: true, items: true });

/** `external_data` is spliced in as the text that was sent: parsing and printing it again would change it. */
const renderCustomer = (orderId: string, { content, external_data, reason, tracking_url }: CustomerRow): string => {
  const { customer, address, items } = customersPart.parse(content);
  const shown: Omit<OrderCustomer, 'external_data'> = {
    order_id: orderId,
    customer,
    address,
    items: (items ?? []).map(({ description, quantity, notes }) => ({ description, quantity, notes: notes ?? null })),
    reason: reasonSchema.nullable().parse(reason),
    tracking_url,
  };
  return `${JSON.stringify(shown).slice(0, -1)},"external_data":${external_data}}`;
};

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
export const viewSentRequests = (deps: SentRequestsDeps): QueryHandler<OperatorCaller> => {
  const openSecrets = createOpenSecrets(deps.sealer);
  return withQuery(sentRequestsQuerySchema, async ({ customer_data: wanted }, request: ApiRequest<OperatorCaller>) => {
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
