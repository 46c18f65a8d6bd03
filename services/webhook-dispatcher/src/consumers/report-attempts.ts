import { randomUUID } from 'node:crypto';
import { exchanges, reportedAttemptsMax, schemaVersion, type AttemptReport } from '@delivery/contracts';
import type { PublishOptions } from '@delivery/messaging';

/** @param attempted a `DeliveryAttempted` as JSON. Resolves when the broker has confirmed the report that holds it. */
export type ReportAttempt = (attempted: string) => Promise<void>;

type Waiting = { attempted: string; resolve: () => void; reject: (cause: unknown) => void };

const type: AttemptReport['type'] = 'attempts.reported';

/**
 * Attempts that end in one turn of the event loop are reported in one message: under load that is every tenth, in quiet
 * hours each by itself. None waits for another, so none is repeated that would not have been.
 */
export const createReportAttempts = (publish: (message: PublishOptions) => Promise<void>): ReportAttempt => {
  let waiting: Waiting[] = [];

  const publishReport = (): void => {
    const reported = waiting;
    waiting = [];
    if (reported.length === 0) return;
    const attempts = reported.map(({ attempted }) => attempted).join(',');
    const body = `{"schema_version":${schemaVersion},"type":"${type}","attempts":[${attempts}]}`;
    publish({
      exchange: exchanges.deliveries,
      routingKey: type,
      type,
      messageId: randomUUID(),
      body: Buffer.from(body),
    }).then(
      () => reported.forEach(({ resolve }) => resolve()),
      (cause: unknown) => reported.forEach(({ reject }) => reject(cause)),
    );
  };

  return (attempted) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(publishReport);
      waiting.push({ attempted, resolve, reject });
      if (waiting.length === reportedAttemptsMax) publishReport();
    });
};
