import { randomUUID } from 'node:crypto';
import { type AttemptsReported, exchanges, reportedAttemptsMax, schemaVersion } from '@delivery/contracts';
import type { PublishOptions } from '@delivery/messaging';

/**
 * @param attempted a `DeliveryAttempted` as JSON
 * @param batchable nothing is known to wait for it
 * @returns resolves when the broker has confirmed the report that holds it
 */
export type ReportAttempt = (attempted: string, batchable: boolean) => Promise<void>;

type Waiting = {
  attempted: string;
  /** Since when it lingers for others, by `performance.now()`; undefined: it is to be reported at once. */
  lingersFromMs: number | undefined;
  resolve: () => void;
  reject: (cause: unknown) => void;
};

const type: AttemptsReported['type'] = 'attempts.reported';

/**
 * How long a batchable attempt waits for others. A report costs the same for one attempt or ten: its way through the
 * broker and two pipelines to Postgres. A killed process repeats the webhooks that it has not reported. The wait is
 * longer than the time between two attempts at 20 a second, the least rate at which it saves anything.
 */
export const lingerMs = 150;

/**
 * Reports in natural batches. An attempt for which something waits is reported at the end of its turn of the event
 * loop, with all that have gathered by then. While a report is on its way, they gather for the next one, which leaves
 * with the broker's confirm, or as soon as it is full. A batchable attempt lingers, if another ended just before it,
 * until its time is up, and then goes the same way.
 * @param fullAt attempts in one report, at most `reportedAttemptsMax`
 */
export const createReportAttempts = (
  publish: (message: PublishOptions) => Promise<void>,
  fullAt = reportedAttemptsMax,
): ReportAttempt => {
  let waiting: Waiting[] = [];
  let flushDue = false;
  let unconfirmedCount = 0;
  let lingering: NodeJS.Timeout | undefined;
  let lastEndedMs = Number.NEGATIVE_INFINITY;

  const takeWaiting = (): Waiting[] => {
    clearTimeout(lingering);
    lingering = undefined;
    flushDue = false;
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
      publishFlushed();
      for (const { resolve } of reported) resolve();
    } catch (cause) {
      unconfirmedCount -= 1;
      // No other report is under way: the time-outs of reports published one after the other would add up.
      const failed = unconfirmedCount === 0 ? [...reported, ...takeWaiting()] : reported;
      for (const { reject } of failed) reject(cause);
    }
  };

  const publishFlushed = (): void => {
    if (flushDue && unconfirmedCount === 0) void publishWaiting();
  };

  const flush = (): void => {
    flushDue = true;
    publishFlushed();
  };

  return (attempted, batchable) =>
    new Promise((resolve, reject) => {
      const nowMs = performance.now();
      // If no attempt ended within the time that it would wait, most likely none will.
      const lingers = batchable && nowMs - lastEndedMs < lingerMs;
      lastEndedMs = nowMs;
      waiting.push({ attempted, lingersFromMs: lingers ? nowMs : undefined, resolve, reject });
      if (waiting.length === fullAt) void publishWaiting();
      else if (lingers) lingering ??= setTimeout(flush, lingerMs);
      else if (!flushDue) {
        flushDue = true;
        setImmediate(publishFlushed);
      }
    });
};

const toReport = (reported: readonly Waiting[]): PublishOptions => {
  const body = `{"schema_version":${schemaVersion},"type":"${type}","attempts":[${reported.map(toText).join(',')}]}`;
  return { exchange: exchanges.deliveries, routingKey: type, type, messageId: randomUUID(), body: Buffer.from(body) };
};

const toText = ({ attempted, lingersFromMs }: Waiting): string => {
  if (lingersFromMs === undefined) return attempted;
  const lingeredMs = Math.min(lingerMs, Math.round(performance.now() - lingersFromMs));
  // Adds a member before the closing brace.
  return `${attempted.slice(0, -1)},"reported_after_ms":${lingeredMs}}`;
};
