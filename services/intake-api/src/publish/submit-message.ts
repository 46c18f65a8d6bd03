import { exchanges, type Verdict, verdictSchema } from '@delivery/contracts';
import type { Requester } from '@delivery/messaging';
import type { Span, SpanAttributes, Tracer } from '@delivery/tracing';
import type { IntakeMessage } from '../domain/order-messages.js';
import type { SpendCreate } from '../rate-limit/daily-budget.js';
import type { FairSlots } from '../shares/fair-slots.js';
import { refusal } from '../shares/over-limit.js';
import type { VerdictBreaker, VerdictWait, WaitMode } from './verdict-breaker.js';

/** The outcome of a message within the time that a merchant waits. */
export type Outcome =
  | { kind: 'verdict'; verdict: Verdict }
  /** Confirmed, so durable; order-state's verdict is not known yet. */
  | { kind: 'accepted'; wait: 'skipped' | 'timed_out' | 'reply_lost' }
  /** May or may not be in the queue: the merchant sends the same again. */
  | { kind: 'unconfirmed'; cause: unknown };

export type SentMessage = {
  confirmed: Promise<void>;
  /** Absent where the wait for the verdict is skipped. */
  reply: Promise<{ body: Buffer }> | undefined;
  /** Stops waiting for the reply. */
  cancel: () => void;
};

export type SubmitDeps = {
  send: (message: IntakeMessage, traceparent: string | undefined, mode: WaitMode) => SentMessage;
  breaker: VerdictBreaker;
  verdictWaitMs: number;
  onWait: (result: 'in_time' | 'timed_out' | 'skipped' | 'reply_lost' | 'unconfirmed') => void;
  onConfirm: (result: 'confirmed' | 'failed') => void;
  onUnreadableVerdict: (error: unknown, message: IntakeMessage) => void;
};

export type Submission = {
  /** Within the time a merchant waits. Never rejects. */
  outcome: Promise<Outcome>;
  /** Whether order-state has decided, as soon as that is known or no verdict is waited for any more. Never rejects. */
  isDecided: Promise<boolean>;
};

/**
 * @param bytes of the body that it came with @throws ProblemError where its sender has too much undecided, or a create
 * no budget: nothing was published
 */
export type SubmitMessage = (
  message: IntakeMessage,
  bytes: number,
  traceparent: string | undefined,
) => Promise<Submission>;

/** The cost of a message for order-state beside its bytes. */
const messageCostBytes = 16 * 1024;

/**
 * The published and undecided messages of all merchants together at most: some 450 orders of 2 KiB, or 30 of 256 KiB.
 * That is less than order-state takes in hand at once, so that it can share its batches by merchant.
 */
export const undecidedMaxBytes = 8 * 1024 * 1024;
/** The messages that may wait to be published, in memory. */
export const waitingMaxBytes = 32 * 1024 * 1024;
export const quantumBytes = 64 * 1024;
/** How long they may wait: a burst is worked off meanwhile, and a client still waits for its answer. */
export const waitingMaxMs = 10_000;

/**
 * Bounds each caller's published and undecided messages: further ones wait behind the same caller's own, in their
 * order. While order-state is away there are no verdicts that would free a place: then everything is published at once.
 */
export const createFairSubmit = (deps: {
  submit: (message: IntakeMessage, traceparent: string | undefined) => Submission;
  /** A create that is refused before it is published costs its merchant's budget nothing. */
  spend: SpendCreate;
  slots: FairSlots;
  breaker: Pick<VerdictBreaker, 'isSkipping'>;
}): SubmitMessage => {
  const publish = (message: IntakeMessage, bytes: number, traceparent: string | undefined): Submission => {
    if (message.type === 'order.submitted') deps.spend(message.merchant_id, bytes);
    return deps.submit(message, traceparent);
  };
  return async (message, bytes, traceparent) => {
    if (deps.breaker.isSkipping()) return publish(message, bytes, traceparent);
    const taken = await deps.slots.take(callerOf(message), messageCostBytes + bytes);
    if ('refused' in taken) throw refusal('undecided_bytes', taken.refused);
    try {
      const submission = publish(message, bytes, traceparent);
      void submission.isDecided.then(taken.giveBack);
      return submission;
    } catch (error) {
      taken.giveBack();
      throw error;
    }
  };
};

const callerOf = (message: IntakeMessage): string =>
  'courier_system_id' in message ? message.courier_system_id : message.merchant_id;

/** Publishes and waits, at most `verdictWaitMs` in all, for the publisher confirm and for the verdict. */
export const submitMessage = (deps: SubmitDeps, message: IntakeMessage, traceparent?: string): Submission => {
  const wait = deps.breaker.enter();
  const sent = deps.send(message, traceparent, wait.mode);
  const outcome = awaitOutcome(deps, wait, sent, message);
  return { outcome, isDecided: outcome.then((made) => awaitDecision(deps, sent, made)) };
};

const awaitOutcome = (
  deps: SubmitDeps,
  wait: VerdictWait,
  sent: SentMessage,
  message: IntakeMessage,
): Promise<Outcome> =>
  new Promise((resolve) => {
    let isConfirmed = false;
    let isSettled = false;
    const settle = (outcome: Outcome) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      noteOutcome(deps, wait, outcome);
      resolve(outcome);
    };
    const timer = setTimeout(
      () =>
        settle(
          isConfirmed
            ? { kind: 'accepted', wait: 'timed_out' }
            : { kind: 'unconfirmed', cause: new Error('the broker did not confirm in time') },
        ),
      deps.verdictWaitMs,
    );
    sent.confirmed.then(
      () => {
        isConfirmed = true;
        deps.onConfirm('confirmed');
        if (wait.mode === 'skip') settle({ kind: 'accepted', wait: 'skipped' });
      },
      (cause: unknown) => {
        deps.onConfirm('failed');
        settle({ kind: 'unconfirmed', cause });
      },
    );
    sent.reply?.then(
      (reply) => {
        const verdict = parseVerdict(reply.body, (error) => deps.onUnreadableVerdict(error, message));
        if (verdict) settle({ kind: 'verdict', verdict });
      },
      // The channel is lost: no verdict will come, but a confirmed message stays confirmed. Else the confirm says it.
      () => {
        if (isConfirmed) settle({ kind: 'accepted', wait: 'reply_lost' });
      },
    );
  });

/** How late a verdict may come: a message that is undecided then was lost, or waits behind an outage. */
const lateVerdictMaxMs = 30_000;

const awaitDecision = ({ breaker }: SubmitDeps, sent: SentMessage, outcome: Outcome): boolean | Promise<boolean> => {
  if (outcome.kind === 'verdict') return true;
  const { cancel, reply } = sent;
  const isLate = outcome.kind === 'accepted' && outcome.wait === 'timed_out' && !breaker.isSkipping();
  if (!isLate || !reply) {
    // A verdict that comes all the same goes to the requester's late replies, and from there to the breaker.
    cancel();
    return false;
  }
  return new Promise((resolve) => {
    const end = (isDecided: boolean): void => {
      clearTimeout(timer);
      if (isDecided) breaker.noteLateVerdict();
      else cancel();
      resolve(isDecided);
    };
    const timer = setTimeout(end, lateVerdictMaxMs, false).unref();
    reply.then(
      () => end(true),
      () => end(false),
    );
  });
};

const noteOutcome = ({ breaker, onWait }: SubmitDeps, wait: VerdictWait, outcome: Outcome): void => {
  switch (outcome.kind) {
    case 'verdict':
      breaker.noteVerdict(wait);
      return onWait('in_time');
    case 'accepted':
      if (outcome.wait === 'timed_out') breaker.noteTimeout(wait);
      else breaker.noteAbandoned(wait);
      return onWait(outcome.wait);
    case 'unconfirmed':
      breaker.noteAbandoned(wait);
      return onWait('unconfirmed');
    default:
      return outcome satisfies never;
  }
};

/** An unreadable verdict is as good as none: the message is judged by its confirm. */
const parseVerdict = (body: Buffer, onUnreadable: (error: unknown) => void): Verdict | undefined => {
  try {
    return verdictSchema.parse(JSON.parse(body.toString('utf8')));
  } catch (error) {
    onUnreadable(error);
    return undefined;
  }
};

/**
 * Publishes a message as a request, whose verdict comes back to the publishing channel; in mode `skip` without a reply.
 */
export const createMessageSender =
  (requester: Pick<Requester, 'request' | 'publish'>, tracer: Tracer | undefined) =>
  (message: IntakeMessage, parent: string | undefined, mode: WaitMode): SentMessage => {
    const span = tracer?.follow('producer', `publish ${message.type}`, parent, attributesOf(message));
    const traceparent = span?.traceparent ?? parent;
    const request = {
      exchange: exchanges.orders,
      routingKey: message.type,
      body: Buffer.from(JSON.stringify(message)),
      messageId: message.id,
      type: message.type,
      ...(traceparent ? { headers: { traceparent } } : {}),
    };
    const sent = mode === 'skip' ? unanswered(requester.publish(request)) : requester.request(request);
    if (span) endWithConfirm(span, sent.confirmed);
    return sent;
  };

const unanswered = (confirmed: Promise<void>): SentMessage => ({
  confirmed,
  reply: undefined,
  cancel: () => undefined,
});

const attributesOf = (message: IntakeMessage): SpanAttributes => ({
  'messaging.system': 'rabbitmq',
  'messaging.destination.name': exchanges.orders,
  'messaging.message.id': message.id,
  order_id: message.order_id,
});

/** The span ends when the broker has confirmed; the caller that awaits it reports a missing confirm to the merchant. */
const endWithConfirm = (span: Span, confirmed: Promise<void>): void => {
  confirmed.then(
    () => span.end(),
    () => span.end({ error: 'unconfirmed' }),
  );
};
