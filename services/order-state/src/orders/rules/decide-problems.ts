import {
  type CourierProblemReported,
  type OrderMessage,
  type OrderProblem,
  orderProblemsMax,
  type ProblemAnswered,
} from '@delivery/contracts';
import { type Decision, isFinal, type KeptProblem, type Order } from './order.js';
import { apply, refuse, transition, unchanged } from './outcomes.js';

type ProblemsOf = Pick<Order, 'status' | 'claimId'>;

/** Its courier waits for an answer. */
export const isProblemOpen = ({ status, claimId }: ProblemsOf, problem: KeptProblem): boolean =>
  problem.answer === undefined && problem.claim_id === claimId && !isFinal(status);

/** One of a kind is open at a time: a courier that rings again and again does not use up the order's maximum. */
export const decideProblem = (
  order: Order,
  { payload: { kind, text } }: CourierProblemReported,
  nowMs: number,
): Decision => {
  const { status, claimId, problems } = order;
  if (isFinal(status) || claimId === null)
    return refuse(order, 'invalid_state_transition', `A delivery that is ${status} can have no further problem.`);
  const open = problems.find((problem) => problem.kind === kind && isProblemOpen(order, problem));
  if (open && open.text === text) return unchanged(order);
  if (open) return refuse(order, 'problem_open', `A problem of the kind ${kind} is open already, with another text.`);
  if (problems.length === orderProblemsMax)
    return refuse(order, 'order_history_full', `The order has ${orderProblemsMax} problems, the maximum.`);
  const reported = { kind, ...(text !== undefined && { text }), at: new Date(nowMs).toISOString(), claim_id: claimId };
  const event = { event: 'delivery_problem', problem_id: problems.length + 1, kind } as const;
  return apply({ ...order, problems: [...problems, reported] }, [event], nowMs);
};

/** The first answer counts. Without a `problem_id` it is one to every open problem. */
export const decideProblemAnswer = (
  order: Order,
  { payload: { problem_id: id, action, text } }: ProblemAnswered,
  nowMs: number,
): Decision => {
  const asked = order.problems.filter((problem, place) =>
    id === undefined ? isProblemOpen(order, problem) : place + 1 === id,
  );
  const [first] = asked;
  if (!first)
    return id === undefined
      ? refuse(order, 'problem_closed', 'The order has no problem that waits for an answer.')
      : refuse(order, 'problem_not_found', 'The order has no problem with this id.');
  if (first.answer && first.answer.action === action && first.answer.text === text) return unchanged(order);
  if (!isProblemOpen(order, first)) return refuse(order, 'problem_closed', explainClosed(order, first));
  if (action === 'cancel') return transition(order, 'canceled', { code: 'problem_resolution' }, nowMs);
  const answer = { action, ...(text !== undefined && { text }), at: new Date(nowMs).toISOString() };
  const problems = order.problems.map((problem) => (asked.includes(problem) ? { ...problem, answer } : problem));
  return apply({ ...order, problems }, [], nowMs);
};

const explainClosed = ({ status }: Order, { answer }: KeptProblem): string => {
  if (answer) return `The problem was answered with ${answer.action} at ${answer.at}.`;
  if (isFinal(status)) return `The order is ${status}: no courier waits for an answer.`;
  return 'The courier’s system that reported the problem released the delivery.';
};

/** The answers that `after` has and `before` lacks. */
export const listAnswered = (before: Order, after: Order) =>
  after.problems.flatMap(({ answer }, place) =>
    answer && !before.problems[place]?.answer ? [{ problem_id: place + 1, action: answer.action }] : [],
  );

/** The id of the problem that a message reports. */
export const problemIdOf = (message: OrderMessage, order: Order): number | undefined => {
  if (message.type !== 'courier.problem_reported') return undefined;
  const { kind } = message.payload;
  const place = order.problems.findLastIndex((one) => one.kind === kind && one.claim_id === order.claimId);
  return place === -1 ? undefined : place + 1;
};

export const hasProblemTexts = ({ problems }: Order): boolean =>
  problems.some(({ text, answer }) => text !== undefined || answer?.text !== undefined);

/** @param reader `holder`: the system that has the order, which is shown those of its own claim */
export const toProblems = (
  kept: readonly KeptProblem[] | null,
  order: ProblemsOf,
  reader: 'merchant' | 'holder',
): OrderProblem[] =>
  (kept ?? []).flatMap((problem, place): OrderProblem[] => {
    const { kind, text = null, at, claim_id, answer } = problem;
    if (reader === 'holder' && claim_id !== order.claimId) return [];
    return [
      {
        id: place + 1,
        kind,
        text,
        at,
        state: answer ? 'answered' : isProblemOpen(order, problem) ? 'open' : 'closed',
        answer: answer ? { action: answer.action, text: answer.text ?? null, at: answer.at } : null,
      },
    ];
  });
