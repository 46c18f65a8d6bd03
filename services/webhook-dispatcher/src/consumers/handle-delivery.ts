import type { DeliveryReleased } from '@delivery/contracts';
import { ack, deadLetter, type Disposition, OutageError, type ReceivedMessage } from '@delivery/messaging';
import type { Logger, Sealer } from '@delivery/service-kit';
import { createOpenSecrets } from '@delivery/webhooks';
import type { DispatcherMetrics } from '../metrics.js';
import { type Attempt, attemptDelivery, type AttemptDeps } from './attempt-delivery.js';
import { decodeDelivery, openClientSecret, openHeader } from './decode-delivery.js';
import type { ReportAttempt } from './report-attempts.js';

export type HandleDeliveryDeps = AttemptDeps & {
  sealer: Pick<Sealer, 'open'>;
  report: ReportAttempt;
  /** Resolves when attempts can be reported again. */
  waitUntilHealthy: (signal: AbortSignal) => Promise<void>;
  rememberedMax: number;
  logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  metrics: Pick<DispatcherMetrics, 'observeAttempt' | 'countRefused'>;
};

/**
 * A delivery that was handed out so often most likely kills the process that sends it. It is reported as a failed
 * attempt without being sent, so that its schedule continues to a visible end. If connections were lost so often
 * instead, this costs one attempt.
 */
const refuseToPost: AttemptDeps['post'] = () =>
  Promise.resolve({
    kind: 'unanswered',
    errorCode: 'dispatcher_died',
    statusCode: null,
    errorDetail: null,
    systemCode: null,
  });

/**
 * One message, one POST, one confirmed report, then the ack. A receiver that fails is data in the report; only a
 * message that no dispatcher could ever send is dead-lettered.
 */
export const createHandleDelivery = (deps: HandleDeliveryDeps) => {
  const oncePerRelease = createOncePerRelease<string>(deps.rememberedMax);
  const openSecrets = createOpenSecrets(deps.sealer);

  /** Apart from the report, so that the delivery is garbage while its report waits for the broker's confirm. */
  const begin = (attemptDeps: AttemptDeps, message: ReceivedMessage): Begun | Refused => {
    const decoded = decodeDelivery(message.body);
    if ('fault' in decoded) return { ...decoded, ids: {} };
    const { delivery } = decoded;
    const opened = openSecrets(delivery);
    if ('fault' in opened) return { ...opened, ids: idsOf(delivery) };
    const header = openHeader(deps.sealer, delivery);
    if ('fault' in header) return { ...header, ids: idsOf(delivery) };
    const client = openClientSecret(deps.sealer, delivery);
    if ('fault' in client) return { ...client, ids: idsOf(delivery) };
    const release = `${delivery.delivery_id}.${delivery.generation}`;
    // Remembered as the text that is reported: small, and one piece for the garbage collector.
    const attempted = oncePerRelease(release, async () => {
      const attempt = await attemptDelivery(attemptDeps, delivery, { ...opened, ...header, ...client });
      record(deps, delivery, attempt);
      return JSON.stringify(attempt.attempted);
    });
    // A redelivered message was cut off before, and may be handled alone.
    return { attempted, batchable: delivery.report_batchable === true && message.deliveryCount === 0 };
  };

  const handleWith =
    (attemptDeps: AttemptDeps) =>
    async (message: ReceivedMessage): Promise<Disposition> => {
      const begun = begin(attemptDeps, message);
      if ('fault' in begun) return refuse(deps, begun);
      const { attempted, batchable } = begun;
      await report(deps, await attempted, batchable);
      return ack;
    };

  return { handle: handleWith(deps), giveUp: handleWith({ ...deps, post: refuseToPost }) };
};

type Begun = { attempted: Promise<string>; batchable: boolean };
type Refused = { fault: string; ids: object };

const refuse = (deps: HandleDeliveryDeps, { fault, ids }: Refused): Disposition => {
  deps.metrics.countRefused();
  deps.logger.error({ ...ids, reason: fault }, 'delivery.refused');
  return deadLetter(fault);
};

/** The POST has happened, so a failure here is an outage: the message stays, and its report is published again. */
const report = async (deps: HandleDeliveryDeps, attempted: string, batchable: boolean): Promise<void> => {
  try {
    await deps.report(attempted, batchable);
  } catch (cause) {
    const { waitUntilHealthy } = deps;
    throw new OutageError('an attempt could not be reported', { cause, waitUntilHealthy, isHalfDone: true });
  }
};

const record = (deps: HandleDeliveryDeps, delivery: DeliveryReleased, { attempted, systemCode }: Attempt): void => {
  deps.metrics.observeAttempt(attempted, delivery.mode ?? 'live');
  // One literal: adding these fields to a copy of `idsOf` takes a hundred times as long, and few lines are written.
  const fields = {
    deliveryId: delivery.delivery_id,
    orderId: delivery.order_id,
    endpointId: delivery.endpoint_id,
    ownerId: delivery.owner_id,
    webhookId: delivery.webhook_id,
    generation: delivery.generation,
    attempt: delivery.attempt,
    event: delivery.event,
    sequence: delivery.sequence,
    outcome: attempted.outcome,
    statusCode: attempted.status_code,
    errorCode: attempted.error_code,
    systemCode,
    durationMs: attempted.duration_ms,
    retryAfterMs: attempted.retry_after_ms,
    fault: attempted.fault?.kind,
  };
  // The line of a first success repeats the ledger, and costs a tenth of the service's work.
  const isFirstSuccess = attempted.outcome === 'delivered' && attempted.attempt === 1;
  deps.logger[isFirstSuccess ? 'debug' : 'info'](fields, 'delivery.attempted');
};

const idsOf = (delivery: DeliveryReleased) => ({
  deliveryId: delivery.delivery_id,
  orderId: delivery.order_id,
  endpointId: delivery.endpoint_id,
  ownerId: delivery.owner_id,
  webhookId: delivery.webhook_id,
  generation: delivery.generation,
  attempt: delivery.attempt,
});

/** Runs the task of a key, or joins the one that ran or runs for it. */
export type OncePerRelease<T> = (key: string, task: () => Promise<T>) => Promise<T>;

/**
 * A message comes again when the broker connection breaks between the POST and the ack. As long as this process still
 * knows the result of that release's POST, it reports that, and the receiver gets no repeat. Only a saving: after a
 * crash, or on another replica, the webhook is sent again with the same `webhook-id`.
 * @param rememberedMax results kept, the oldest go first; a broker redelivers unacknowledged messages only
 */
export const createOncePerRelease = <T>(rememberedMax: number): OncePerRelease<T> => {
  const results = new Map<string, Promise<T>>();
  return (key, task) => {
    const known = results.get(key);
    if (known) return known;
    const [oldest] = results.keys();
    if (results.size >= rememberedMax && oldest !== undefined) results.delete(oldest);
    const result = task();
    results.set(key, result);
    result.catch(() => results.delete(key));
    return result;
  };
};
