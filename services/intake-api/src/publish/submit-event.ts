import { verdictSchema, type Verdict } from '@delivery/contracts';
import type { MerchantEvent } from '../domain/order-events.js';
import type { VerdictGate, WaitMode } from './verdict-gate.js';

/** What became of an event within the time a merchant waits. */
export type Outcome =
  | { kind: 'verdict'; verdict: Verdict }
  /** Confirmed, so durable; what order-state says about it is not known yet. */
  | { kind: 'accepted'; wait: 'skipped' | 'timed_out' | 'reply_lost' }
  /** May or may not be in the queue: the merchant sends the same again. */
  | { kind: 'unconfirmed'; cause: unknown };

export type SentEvent = {
  confirmed: Promise<void>;
  /** Absent where nobody waits for it. */
  reply: Promise<{ body: Buffer }> | undefined;
  /** Stops waiting for the reply. */
  cancel: () => void;
};

export type SubmitDeps = {
  send: (event: MerchantEvent, traceparent: string | undefined, mode: WaitMode) => SentEvent;
  gate: VerdictGate;
  verdictWaitMs: number;
  onWait: (result: 'in_time' | 'timed_out' | 'skipped' | 'reply_lost' | 'unconfirmed') => void;
  onConfirm: (result: 'confirmed' | 'failed') => void;
  onUnreadableVerdict: (error: unknown) => void;
};

/** Publishes and waits, at most `verdictWaitMs` in all, for the publisher confirm and for the verdict. */
export const submitEvent = (deps: SubmitDeps, event: MerchantEvent, traceparent?: string): Promise<Outcome> => {
  const mode = deps.gate.enter();
  const sent = deps.send(event, traceparent, mode);
  return new Promise((resolve) => {
    let isConfirmed = false;
    let isSettled = false;
    const settle = (outcome: Outcome) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      // A verdict that comes later goes to the requester's late replies, and from there to the gate.
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

const noteOutcome = ({ gate, onWait }: SubmitDeps, mode: WaitMode, outcome: Outcome): void => {
  switch (outcome.kind) {
    case 'verdict':
      gate.noteVerdict(mode);
      return onWait('in_time');
    case 'accepted':
      if (outcome.wait === 'timed_out') gate.noteTimeout(mode);
      else gate.noteAbandoned(mode);
      return onWait(outcome.wait);
    case 'unconfirmed':
      gate.noteAbandoned(mode);
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
