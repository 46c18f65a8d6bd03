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
/** Each look takes a connection to the broker and a count of the ledger: no more of them than the wait needs. */
const lookEveryMs = 100;
/** Looks in a row: RabbitMQ says that a quorum queue is empty while its leader is late, even if it holds messages. */
const quietLooksMin = 2;

/** Resolves when the queues are empty, nothing is waiting or in flight, the audit balances, and it stays so. */
export const waitForQuiet = (
  deps: { audit: () => Promise<Audit>; depths: () => Promise<QueueDepths> },
  { matchedMin, timeoutMs = 60_000 }: QuietOptions = {},
): Promise<Audit> => {
  let last = { text: '', sinceMs: 0 };
  let quietLooks = 0;
  const look = async (): Promise<Audit | undefined> => {
    const [audit, depths] = await Promise.all([deps.audit(), deps.depths()]);
    const text = JSON.stringify([audit, depths]);
    if (text !== last.text) last = { text, sinceMs: performance.now() };
    const queued = Object.values(depths).some((depth) => depth > 0);
    quietLooks = queued || [audit, audit.sandbox].some(isBusy) ? 0 : quietLooks + 1;
    if (quietLooks < quietLooksMin) return undefined;
    if (matchedMin !== undefined) return audit.matched + audit.sandbox.matched >= matchedMin ? audit : undefined;
    return performance.now() - last.sinceMs >= stableMs ? audit : undefined;
  };
  const lookOrForget = async (): Promise<Audit | undefined> => {
    try {
      return await look();
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
