import { isDeepStrictEqual } from 'node:util';
import type { OrderSubmitted } from '@delivery/contracts';
import { temporarilyUnavailable } from '@delivery/http-edge';
import type { SpendCreate } from '../rate-limit/daily-budget.js';
import { refusal } from '../shares/over-limit.js';
import type { SubmitMessage } from './submit-fairly.js';
import type { Outcome, Submission } from './submit-message.js';

/** As of SubmitMessage. @throws ProblemError */
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
const waitingMax = 3;

/**
 * Creates of one order go one after the other. One of the same content has the same outcome, and is not published. One of
 * other content waits until the first is decided: it is a conflict then, or the first was refused. Where the first stays
 * undecided it is not published: nothing may be answered 201 that can turn out to be a conflict.
 */
export const createSubmitCreate = (deps: {
  submit: SubmitMessage;
  spend: SpendCreate;
  waitMs: number;
}): SubmitCreate => {
  const underWay = new Map<string, UnderWay>();

  const begin = async (...[message, bytes, traceparent]: Parameters<SubmitCreate>): Promise<Outcome> => {
    deps.spend(message.merchant_id, bytes);
    const submission = deps.submit(message, bytes, traceparent);
    const ended = submission.then(toEnd, (): End => 'not_sent');
    underWay.set(message.order_id, { payload: message.payload, submission, ended, waitingCount: 0 });
    // Before those that wait for the same promise go on.
    void ended.then(() => underWay.delete(message.order_id));
    return (await submission).outcome;
  };

  return async (message, bytes, traceparent) => {
    for (let turn = 0; turn <= waitingMax; turn += 1) {
      const first = underWay.get(message.order_id);
      if (!first) return begin(message, bytes, traceparent);
      if (isDeepStrictEqual(first.payload, message.payload)) return asRepeat(await (await first.submission).outcome);
      if (first.waitingCount >= waitingMax) break;
      first.waitingCount += 1;
      const end = await within(first.ended, deps.waitMs);
      if (end === 'undecided' || end === 'overdue') throw notDecided();
    }
    throw refusal('creates_of_one_order', 'over_share');
  };
};

const toEnd = async ({ isDecided }: Submission): Promise<End> => ((await isDecided) ? 'decided' : 'undecided');

const asRepeat = (outcome: Outcome): Outcome =>
  outcome.kind === 'verdict' && outcome.verdict.outcome === 'applied'
    ? { kind: 'verdict', verdict: { ...outcome.verdict, outcome: 'unchanged' } }
    : outcome;

const within = async <T>(promise: Promise<T>, waitMs: number): Promise<T | 'overdue'> => {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<'overdue'>((resolve) => {
    timer = setTimeout(resolve, waitMs, 'overdue');
  });
  try {
    return await Promise.race([promise, overdue]);
  } finally {
    clearTimeout(timer);
  }
};

const notDecided = () =>
  temporarilyUnavailable('An order with this external_id and other content is not decided yet. Nothing was done.');
