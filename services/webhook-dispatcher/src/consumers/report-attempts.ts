import { randomUUID } from 'node:crypto';
import { type AttemptReport, exchanges, reportedAttemptsMax, schemaVersion } from '@delivery/contracts';
import type { PublishOptions } from '@delivery/messaging';

/** @param attempted a `DeliveryAttempted` as JSON. Resolves when the broker has confirmed the report that holds it. */
export type ReportAttempt = (attempted: string) => Promise<void>;

type Waiting = { attempted: string; resolve: () => void; reject: (cause: unknown) => void };

const type: AttemptReport['type'] = 'attempts.reported';

/**
 * Reports in natural batches, without a timer. An attempt that ends while no report is on its way is reported at the end of
 * that turn of the event loop. Those that end before the broker has confirmed what is on its way gather for the next
 * report, which leaves with that confirm, or as soon as it is full.
 */
export const createReportAttempts = (publish: (message: PublishOptions) => Promise<void>): ReportAttempt => {
  let waiting: Waiting[] = [];
  let unconfirmedCount = 0;

  const takeWaiting = (): Waiting[] => {
    const taken = waiting;
    waiting = [];
    return taken;
  };

  const publishWaiting = async (): Promise<void> => {
    const reported = takeWaiting();
    if (reported.length === 0) return;
    unconfirmedCount += 1;
    try {
      await publish(toReport(reported));
      unconfirmedCount -= 1;
      publishUnlessAwaited();
      for (const { resolve } of reported) resolve();
    } catch (cause) {
      unconfirmedCount -= 1;
      // Nothing else is on its way: published one after the other, the times until each is given up would add up.
      const failed = unconfirmedCount === 0 ? [...reported, ...takeWaiting()] : reported;
      for (const { reject } of failed) reject(cause);
    }
  };

  const publishUnlessAwaited = (): void => {
    if (unconfirmedCount === 0) void publishWaiting();
  };

  return (attempted) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0 && unconfirmedCount === 0) setImmediate(publishUnlessAwaited);
      waiting.push({ attempted, resolve, reject });
      if (waiting.length === reportedAttemptsMax) void publishWaiting();
    });
};

const toReport = (reported: readonly Waiting[]): PublishOptions => {
  const attempts = reported.map(({ attempted }) => attempted).join(',');
  const body = `{"schema_version":${schemaVersion},"type":"${type}","attempts":[${attempts}]}`;
  return { exchange: exchanges.deliveries, routingKey: type, type, messageId: randomUUID(), body: Buffer.from(body) };
};
