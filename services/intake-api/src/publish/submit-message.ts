import { type Verdict, verdictSchema } from '@delivery/contracts';
import type { MerchantMessage } from '../domain/order-messages.js';
import type { VerdictBreaker, WaitMode } from './verdict-breaker.js';

/** What became of a message within the time a merchant waits. */
export type Outcome =
  | { kind: 'verdict'; verdict: Verdict }
  /** Confirmed, so durable; what order-state says about it is not known yet. */
  | { kind: 'accepted'; wait: 'skipped' | 'timed_out' | 'reply_lost' }
  /** May or may not be in the queue: the merchant sends the same again. */
  | { kind: 'unconfirmed'; cause: unknown };

export type SentMessage = {
  confirmed: Promise<void>;
  /** Absent where nobody waits for it. */
  reply: Promise<{ body: Buffer }> | undefined;
  /** Stops waiting for the reply. */
  cancel: () => void;
};

export type SubmitDeps = {
  send: (message: MerchantMessage, traceparent: string | undefined, mode: WaitMode) => SentMessage;
  breaker: VerdictBreaker;
  verdictWaitMs: number;
  onWait: (result: 'in_time' | 'timed_out' | 'skipped' | 'reply_lost' | 'unconfirmed') => void;
  onConfirm: (result: 'confirmed' | 'failed') => void;
  onUnreadableVerdict: (error: unknown) => void;
};

/** Publishes and waits, at most `verdictWaitMs` in all, for the publisher confirm and for the verdict. */
export const submitMessage = (deps: SubmitDeps, message: MerchantMessage, traceparent?: string): Promise<Outcome> => {
  const mode = deps.breaker.enter();
  const sent = deps.send(message, traceparent, mode);
  return new Promise((resolve) => {
    let isConfirmed = false;
    let isSettled = false;
    const settle = (outcome: Outcome) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      // A verdict that comes later goes to the requester's late replies, and from there to the breaker.
      sent.cancel();
      noteOutcome(deps, mode, outcome);
      resolve(outcome);
    };
    const timer = setTimeout(
      () =>
        settle(
          isConfirmed
            ? { kind: 'accepted', wait: 'timed_out' }
            : { kind: 'unconfirmed', cause: new Error('no confirm in time') },
        ),
      deps.verdictWaitMs,
    );
    sent.confirmed.then(
      () => {
        isConfirmed = true;
        deps.onConfirm('confirmed');
        if (mode === 'skip') settle({ kind: 'accepted', wait: 'skipped' });
      },
      (cause: unknown) => {
        deps.onConfirm('failed');
        settle({ kind: 'unconfirmed', cause });
      },
    );
    sent.reply?.then(
      (reply) => {
        const verdict = parseVerdict(reply.body, deps.onUnreadableVerdict);
        if (verdict) settle({ kind: 'verdict', verdict });
      },
      // The channel is lost: no verdict will come, but what was confirmed stays so. Else the confirm says it.
      () => {
        if (isConfirmed) settle({ kind: 'accepted', wait: 'reply_lost' });
      },
    );
  });
};

const noteOutcome = ({ breaker, onWait }: SubmitDeps, mode: WaitMode, outcome: Outcome): void => {
  switch (outcome.kind) {
    case 'verdict':
      breaker.noteVerdict(mode);
      return onWait('in_time');
    case 'accepted':
      if (outcome.wait === 'timed_out') breaker.noteTimeout(mode);
      else breaker.noteAbandoned(mode);
      return onWait(outcome.wait);
    case 'unconfirmed':
      breaker.noteAbandoned(mode);
      return onWait('unconfirmed');
    default:
      return outcome satisfies never;
  }
};

/** An unreadable verdict is as good as none: what was sent is judged by its confirm. */
const parseVerdict = (body: Buffer, onUnreadable: (error: unknown) => void): Verdict | undefined => {
  try {
    return verdictSchema.parse(JSON.parse(body.toString('utf8')));
  } catch (error) {
    onUnreadable(error);
    return undefined;
  }
};
