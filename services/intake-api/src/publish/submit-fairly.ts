import type { IntakeMessage } from '../domain/order-messages.js';
import type { FairSlots } from '../shares/fair-slots.js';
import { refusal } from '../shares/over-limit.js';
import type { Submission } from './submit-message.js';
import type { VerdictBreaker } from './verdict-breaker.js';

/** @param bytes of the body that it came with @throws ProblemError where its sender has too much undecided: nothing was published */
export type SubmitMessage = (
  message: IntakeMessage,
  bytes: number,
  traceparent: string | undefined,
) => Promise<Submission>;

/** The cost of a message for order-state beside its bytes. */
const messageCostBytes = 16 * 1024;

/**
 * The published and undecided messages of all merchants together at most: some 450 orders of 2 KiB, or 30 of 256 KiB. That
 * is less than order-state takes in hand at once, so that it can share its batches by merchant.
 */
export const undecidedMaxBytes = 8 * 1024 * 1024;
/** The messages that may wait to be published, in memory. */
export const waitingMaxBytes = 32 * 1024 * 1024;
export const quantumBytes = 64 * 1024;
/** How long they may wait: a burst is worked off meanwhile, and a client still waits for its answer. */
export const waitingMaxMs = 10_000;

/**
 * Bounds each caller's published and undecided messages: further ones wait behind the same caller's own, in their order.
 * While order-state is away there are no verdicts that would free a place: then everything is published at once.
 */
export const createFairSubmit =
  (deps: {
    submit: (message: IntakeMessage, traceparent: string | undefined) => Submission;
    slots: FairSlots;
    breaker: Pick<VerdictBreaker, 'isSkipping'>;
  }): SubmitMessage =>
  async (message, bytes, traceparent) => {
    if (deps.breaker.isSkipping()) return deps.submit(message, traceparent);
    const taken = await deps.slots.take(callerOf(message), messageCostBytes + bytes);
    if ('refused' in taken) throw refusal('undecided_bytes', taken.refused);
    try {
      const submission = deps.submit(message, traceparent);
      void submission.isDecided.then(taken.giveBack);
      return submission;
    } catch (error) {
      taken.giveBack();
      throw error;
    }
  };

const callerOf = (message: IntakeMessage): string =>
  'courier_system_id' in message ? message.courier_system_id : message.merchant_id;
