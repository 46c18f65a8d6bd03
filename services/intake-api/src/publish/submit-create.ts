import { isDeepStrictEqual } from 'node:util';
import type { OrderSubmitted } from '@delivery/contracts';
import { temporarilyUnavailable } from '@delivery/http-edge';
import { within } from '@delivery/service-kit';
import { refusal } from '../shares/over-limit.js';
import type { Outcome, Submission, SubmitMessage } from './submit-message.js';

/** Like SubmitMessage. @throws ProblemError */
export type SubmitCreate = (
  message: OrderSubmitted,
  bytes: number,
  traceparent: string | undefined,
) => Promise<Outcome>;

/** `not_sent`: it was refused before it was published. `undecided`: no verdict is waited for any more. */
type End = 'decided' | 'undecided' | 'not_sent';
type UnderWay = {
  payload: OrderSubmitted['payload'];
  submission: Promise<Submission>;
  ended: Promise<End>;
  waitingCount: number;
};

/** Creates of one order that wait for a decision on another content. */
const waitingMax = 20;

/**
 * Among creates of one order the first decides. One of the same content has the same outcome, and is not published.
 * One of other content is published when the first is decided, and answered by its verdict alone: without one it would
 * be answered 201 and may turn out to be a conflict. While the first is undecided, no other is published.
 */
export const createSubmitCreate = ({ submit, waitMs }: { submit: SubmitMessage; waitMs: number }): SubmitCreate => {
  const underWay = new Map<string, UnderWay>();

  const publishFirst: SubmitCreate = async (message, bytes, traceparent) => {
    const submission = submit(message, bytes, traceparent);
    const ended = submission.then(toEnd, (): End => 'not_sent');
    underWay.set(message.order_id, { payload: message.payload, submission, ended, waitingCount: 0 });
    // Before those that wait for the same promise go on.
    void ended.then(() => underWay.delete(message.order_id));
    return (await submission).outcome;
  };

  const submitCreate: SubmitCreate = async (message, bytes, traceparent) => {
    const first = underWay.get(message.order_id);
    if (!first) return publishFirst(message, bytes, traceparent);
    if (isDeepStrictEqual(first.payload, message.payload)) return asRepeat(await (await first.submission).outcome);
    if (first.waitingCount >= waitingMax) throw refusal('creates_of_one_order', 'over_share');
    first.waitingCount += 1;
    const end = await within(first.ended, waitMs);
    if (end === 'not_sent') return submitCreate(message, bytes, traceparent);
    if (end !== 'decided') throw notDecided();
    const outcome = await (await submit(message, bytes, traceparent)).outcome;
    if (outcome.kind === 'accepted') throw notDecided();
    return outcome;
  };
  return submitCreate;
};

const toEnd = async ({ isDecided }: Submission): Promise<End> => ((await isDecided) ? 'decided' : 'undecided');

const asRepeat = (outcome: Outcome): Outcome =>
  outcome.kind === 'verdict' && outcome.verdict.outcome === 'applied'
    ? { kind: 'verdict', verdict: { ...outcome.verdict, outcome: 'unchanged' } }
    : outcome;

const notDecided = () =>
  temporarilyUnavailable(
    'An order with this external_id but different content is still being processed. Send the same request again.',
  );
