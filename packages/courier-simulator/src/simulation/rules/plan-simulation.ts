import type { OrderStatus, Reason } from '@delivery/contracts';
import type { SandboxDelivery } from '../../courier-api.js';
import { type Detail, drawSeconds, plots, type TrackingUrlNumber } from './plots.js';

/** The order that a plan is derived from. `ready_count` says whether the first courier has given it back. */
export type SimulatedOrder = Pick<
  SandboxDelivery,
  'id' | 'scenario' | 'speed' | 'seed' | 'ready_at' | 'ready_count' | 'door'
>;

export type OrderState = { status: OrderStatus; trackingUrl: string | null };

type Report = { status: OrderStatus; reason?: Reason } | { tracking_url: string };

/** One report of a courier. It depends on the order and its seed alone, so each process derives the same. */
export type Step = {
  /** When the courier sees it, and when the report is due: milliseconds since the epoch. */
  atMs: number;
  report: Report;
  idempotencyKey: string;
  /** Calls that come before the report. */
  before: readonly DetailCall[];
  /** The order as it is then. */
  after: OrderState;
};

/** `path`: below `/courier/v1`. */
type DetailCall = { path: string; body: object };

/** Steps in the order in which they are sent. It ends when the order is final, `ready` again or left alone for ever. */
export type SimulationPlan = { start: OrderState; steps: readonly Step[] };

export const trackingUrlOf = (orderId: string, number: TrackingUrlNumber): string =>
  `https://track.example.com/sandbox/${orderId}/${number}`;

export const planSimulation = (order: SimulatedOrder): SimulationPlan => {
  const { first, second, slowness = 1 } = plots[order.scenario];
  const isSecond = second !== undefined && order.ready_count > 1;
  const courier = isSecond ? 2 : 1;
  const start: OrderState = { status: 'ready', trackingUrl: null };
  let [state, seconds] = [start, 0];
  const timed = (isSecond ? second : first).map(({ pace, news, before = [] }, index) => {
    seconds += slowness * drawSeconds(pace, order.seed, `${courier}/${index}`);
    return { atMs: Date.parse(order.ready_at) + Math.round((seconds * 1_000) / order.speed), news, before };
  });
  const whenMs = (status: OrderStatus): number =>
    timed.find(({ news }) => 'status' in news && news.status === status)?.atMs ?? Date.parse(order.ready_at);
  const steps = timed.map(({ atMs, news, before }, index): Step => {
    const report = 'status' in news ? news : { tracking_url: trackingUrlOf(order.id, news.trackingUrl) };
    state = apply(state, report);
    return {
      atMs,
      report,
      before: before.flatMap((detail) => toCalls(detail, { order, atMs, whenMs })),
      idempotencyKey: `sandbox-courier-${courier}-${index + 1}`,
      after: state,
    };
  });
  return { start, steps };
};

const proofDays = 30;

const toCalls = (
  detail: Detail,
  { order, atMs, whenMs }: { order: SimulatedOrder; atMs: number; whenMs: (status: OrderStatus) => number },
): DetailCall[] => {
  const of = (action: string, body: object): DetailCall[] => [{ path: `/deliveries/${order.id}/${action}`, body }];
  const write = (ms: number): string => new Date(Math.round(ms)).toISOString();
  switch (detail.kind) {
    case 'courier':
      return of('courier', detail.courier);
    case 'eta':
      return of('eta', {
        pickup_at: write(whenMs('at_pickup')),
        delivery_at: write(whenMs('at_delivery') - (detail.earlySeconds * 1_000) / order.speed),
      });
    case 'position': {
      const at = write(atMs);
      return order.door
        ? [{ path: '/positions', body: { positions: [{ delivery_id: order.id, ...order.door, at }] } }]
        : [];
    }
    case 'problem':
      return of('problems', detail.problem);
    case 'proof': {
      const url = `https://track.example.com/sandbox/${order.id}/proof`;
      return of('handover', { proof: { kind: detail.proof, url, expires_at: write(atMs + proofDays * 86_400_000) } });
    }
  }
};

/** An order that becomes `ready` again has no tracking URL any more. */
const apply = (state: OrderState, report: Report): OrderState => {
  if ('tracking_url' in report) return { ...state, trackingUrl: report.tracking_url };
  return { status: report.status, trackingUrl: report.status === 'ready' ? null : state.trackingUrl };
};

/**
 * Finds how many of a plan's steps an order has behind it, from the order's state alone. No other memory is kept, so a
 * process that was killed goes on where the orders are.
 * @returns the index of the next step, the plan's length where there is none; `undefined` where the order's state is
 * not in its plan because another sender has moved it
 */
export const findNextStep = ({ start, steps }: SimulationPlan, order: OrderState): number | undefined => {
  const states = [start, ...steps.map(({ after }) => after)];
  const exact = states.findIndex(
    ({ status, trackingUrl }) => status === order.status && trackingUrl === order.trackingUrl,
  );
  if (exact >= 0) return exact;
  // Another sender set the tracking URL, or it was erased: leave it so, and go by the status.
  const sameStatus = states.findLastIndex(({ status }) => status === order.status);
  return sameStatus >= 0 ? sameStatus : undefined;
};
