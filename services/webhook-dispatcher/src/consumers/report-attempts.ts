import { randomUUID } from 'node:crypto';
import { exchanges, reportedAttemptsMax, schemaVersion, type AttemptReport } from '@delivery/contracts';
import type { PublishOptions } from '@delivery/messaging';

/** @param attempted a `DeliveryAttempted` as JSON. Resolves when the broker has confirmed the report that holds it. */
export type ReportAttempt = (attempted: string) => Promise<void>;

type Waiting = { attempted: string; resolve: () => void; reject: (cause: unknown) => void };

const type: AttemptReport['type'] = 'attempts.reported';

/**
 * Reports in natural batches, without a timer. An attempt that ends while no report is on its way is reported at the end of
 * that turn of the event loop. Those that end before the broker has confirmed one gather for the next, which leaves with
 * that confirm, or as soon as it is full.
 */
export const createReportAttempts = (publish: (message: PublishOptions) => Promise<void>): ReportAttempt => {
  let waiting: Waiting[] = [];
  let unconfirmedCount = 0;

  const takeWaiting = (): Waiting[] => {
    const taken = waiting;
    waiting = [];
    return taken;
  };

  const publishWaiting = (): void => {
    const reported = takeWaiting();
    if (reported.length === 0) return;
    unconfirmedCount += 1;
    publish(toReport(reported)).then(
      () => {
        unconfirmedCount -= 1;
        publishWaiting();
        for (const { resolve } of reported) resolve();
      },
      (cause: unknown) => {
        unconfirmedCount -= 1;
        // Those behind it fail with it: were they published one after the other, the times until each is given up would add up.
        for (const { reject } of [...reported, ...takeWaiting()]) reject(cause);
      },
    );
  };

  return (attempted) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0 && unconfirmedCount === 0) setImmediate(publishWaiting);
      waiting.push({ attempted, resolve, reject });
      if (waiting.length === reportedAttemptsMax) publishWaiting();
    });
};

const toReport = (reported: readonly Waiting[]): PublishOptions => {
  const attempts = reported.map(({ attempted }) => attempted).join(',');
  const body = `{"schema_version":${schemaVersion},"type":"${type}","attempts":[${attempts}]}`;
  return { exchange: exchanges.deliveries, routingKey: type, type, messageId: randomUUID(), body: Buffer.from(body) };
};
