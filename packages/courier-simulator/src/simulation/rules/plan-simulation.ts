import type { OrderStatus, Reason } from '@delivery/contracts';
import type { SandboxDelivery } from '../../courier-api.js';
import { drawSeconds, type Happening, type Plot, plots, type TrackingUrlNumber } from './plots.js';

/** The order that a plan is derived from. `ready_count` says whether the first courier has given it back. */
export type SimulatedOrder = Pick<SandboxDelivery, 'id' | 'scenario' | 'speed' | 'seed' | 'ready_at' | 'ready_count'>;

export type OrderState = { status: OrderStatus; trackingUrl: string | null };

type Report = { status: OrderStatus; reason?: Reason } | { tracking_url: string };

/** One report of a courier. It depends on the order and its seed alone, so each process derives the same. */
export type Step = {
  /** When it is due, milliseconds since the epoch. */
  atMs: number;
  report: Report;
  /** When the courier saw it, by the courier's own clock. */
  occurredAt: string;
  idempotencyKey: string;
  /** Its effect if everything goes by the plan; `unchanged` and `stale` are faults on purpose. */
  effect: 'applied' | 'unchanged' | 'stale';
  /** The order as it is then. */
  after: OrderState;
};

/** Steps in the order in which they are sent. It ends when the order is final, `ready` again or left alone for ever. */
export type SimulationPlan = { start: OrderState; steps: readonly Step[] };

export const trackingUrlOf = (orderId: string, number: TrackingUrlNumber): string =>
  `https://track.example.com/sandbox/${orderId}/${number}`;

export const planSimulation = (order: SimulatedOrder): SimulationPlan => {
  const plot = plots[order.scenario];
  const second = order.ready_count > 1 ? plot.second : undefined;
  const courier = second ? 2 : 1;
  const start: OrderState = { status: 'ready', trackingUrl: null };
  const planned = tell(plot, second ?? plot.first, { seed: order.seed, courier });
  const instant = (seconds: number): number => Date.parse(order.ready_at) + Math.round((seconds * 1_000) / order.speed);
  let state = start;
  const steps = planned.map(({ news, effect, sentAfter, seenAfter }, index): Step => {
    const report = 'status' in news ? news : { tracking_url: trackingUrlOf(order.id, news.trackingUrl) };
    if (effect === 'applied') state = apply(state, report);
    return {
      atMs: instant(sentAfter),
      report,
      occurredAt: new Date(instant(seenAfter)).toISOString(),
      idempotencyKey: `sandbox-courier-${courier}-${index + 1}`,
      effect,
      after: state,
    };
  });
  return { start, steps };
};

/** An order that becomes `ready` again has no tracking URL any more. */
const apply = (state: OrderState, report: Report): OrderState => {
  if ('tracking_url' in report) return { ...state, trackingUrl: report.tracking_url };
  return { status: report.status, trackingUrl: report.status === 'ready' ? null : state.trackingUrl };
};

/** Seconds after `ready`, at speed 1. */
type Told = Pick<Happening, 'news'> & Pick<Step, 'effect'> & { sentAfter: number; seenAfter: number };

const tell = (
  { slowness = 1, isToldTwice }: Plot,
  happenings: readonly Happening[],
  { seed, courier }: { seed: string; courier: number },
): Told[] => {
  const lasts = (pace: Happening['pace'], place: string) => slowness * drawSeconds(pace, seed, `${courier}/${place}`);
  const planned: Told[] = [];
  let overtaken: Told | undefined;
  let after = 0;
  for (const [index, { pace, news, isOvertaken }] of happenings.entries()) {
    after += lasts(pace, String(index));
    const now: Told = { news, effect: 'applied', sentAfter: after, seenAfter: after };
    if (isOvertaken) {
      overtaken = now;
      continue;
    }
    planned.push(now);
    const echoed = overtaken ?? (isToldTwice ? now : undefined);
    if (!echoed) continue;
    const effect = echoed === now ? 'unchanged' : 'stale';
    planned.push({ ...echoed, effect, sentAfter: after + lasts('echoing', `${index}/echo`) });
    overtaken = undefined;
  }
  return planned;
};

/**
 * Finds how many of a plan's steps an order has behind it, from the order's state alone. No other memory is kept, so a
 * process that was killed goes on where the orders are.
 * @returns the index of the next step, the plan's length where there is none; `undefined` where the order's state is not
 * in its plan because another sender has moved it
 */
export const findNextStep = ({ start, steps }: SimulationPlan, order: OrderState): number | undefined => {
  const states = [start, ...steps.map(({ after }) => after)];
  // The first of equal states: a deliberate repeat is better sent once more than left out.
  const exact = states.findIndex(
    ({ status, trackingUrl }) => status === order.status && trackingUrl === order.trackingUrl,
  );
  if (exact >= 0) return exact;
  // Another sender set the tracking URL, or it was erased: leave it so, and go by the status.
  const sameStatus = states.findLastIndex(({ status }) => status === order.status);
  return sameStatus >= 0 ? sameStatus : undefined;
};
