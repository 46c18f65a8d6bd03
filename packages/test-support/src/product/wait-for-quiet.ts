import { setTimeout as delay } from 'node:timers/promises';
import type { Audit, Audited } from '@delivery/contracts';
import { pollUntil } from '../poll-until.js';
import type { QueueDepths } from './queue-depths.js';

export type QuietOptions = {
  /** Deliveries there must be at least, of live and sandbox merchants together; where it is known, two looks are enough. */
  matchedMin?: number;
  timeoutMs?: number;
};

/**
 * How long nothing may move before it counts as quiet. Messages in a consumer's hands are in no count; a consumer that
 * waits out an outage looks every half second whether it is over.
 */
const stableMs = 1_000;
/** Each look counts the ledger: no more of them than the wait needs. */
const lookEveryMs = 100;
/** After so long another connection to the broker is used: one that hangs is given up. */
const connectionMs = 5_000;
/** Looks in a row: RabbitMQ says that a quorum queue is empty while its leader is late, even if it holds messages. */
const quietLooksMin = 2;

export type QuietDeps = {
  audit: () => Promise<Audit>;
  withDepths: <T>(work: (read: () => Promise<QueueDepths>) => Promise<T>) => Promise<T>;
};

/** Resolves when the queues are empty, nothing is waiting or in flight, the audit balances, and it stays so. */
export const waitForQuiet = (
  { audit: readAudit, withDepths }: QuietDeps,
  { matchedMin, timeoutMs = 60_000 }: QuietOptions = {},
): Promise<Audit> => {
  let last = { text: '', sinceMs: 0 };
  let quietLooks = 0;
  const look = async (readDepths: () => Promise<QueueDepths>): Promise<Audit | undefined> => {
    const [audit, depths] = await Promise.all([readAudit(), readDepths()]);
    const text = JSON.stringify([audit, depths]);
    if (text !== last.text) last = { text, sinceMs: performance.now() };
    const queued = Object.values(depths).some((depth) => depth > 0);
    quietLooks = queued || [audit, audit.sandbox].some(isBusy) ? 0 : quietLooks + 1;
    if (quietLooks < quietLooksMin) return undefined;
    if (matchedMin !== undefined) return audit.matched + audit.sandbox.matched >= matchedMin ? audit : undefined;
    return performance.now() - last.sinceMs >= stableMs ? audit : undefined;
  };
  const lookAgain = async (readDepths: () => Promise<QueueDepths>): Promise<Audit | undefined> => {
    const untilMs = performance.now() + Math.min(connectionMs, timeoutMs);
    for (;;) {
      const audit = await look(readDepths);
      if (audit !== undefined || performance.now() > untilMs) return audit;
      await delay(lookEveryMs);
    }
  };
  const lookOrForget = async (): Promise<Audit | undefined> => {
    try {
      return await withDepths(lookAgain);
    } catch (error) {
      last = { text: '', sinceMs: 0 };
      quietLooks = 0;
      throw error;
    }
  };
  return pollUntil('nothing waiting and nothing in flight', lookOrForget, timeoutMs, lookEveryMs).catch(
    (error: unknown) => {
      throw new Error(`not quiet; last seen ${last.text}`, { cause: error });
    },
  );
};

const isBusy = ({ balanced, waiting, in_flight }: Audited): boolean => !balanced || waiting > 0 || in_flight > 0;
