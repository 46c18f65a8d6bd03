import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import {
  nameCourierSchema,
  nextStatuses,
  type OrderStatus,
  reportEtaSchema,
  reportHandoverSchema,
  reportPositionsSchema,
  reportProblemSchema,
  sandboxScenarioNames,
  sandboxSpeedMax,
} from '@delivery/contracts';
import {
  findNextStep,
  type OrderState,
  planSimulation,
  type SimulatedOrder,
  type SimulationPlan,
  type Step,
  trackingUrlOf,
} from './plan-simulation.js';

const readyAt = '2026-11-22T12:00:00.000Z';
const readyAtMs = Date.parse(readyAt);
const orderId = '5f1c0e9ab3d24c7788aa01ff';
const buildOrder = (order: Partial<SimulatedOrder>): SimulatedOrder => ({
  id: orderId,
  scenario: 'delivered',
  speed: 1,
  seed: 'seed',
  ready_at: readyAt,
  ready_count: 1,
  door: { latitude: -23.555, longitude: -46.66 },
  ...order,
});

/** order-state's promise about reports: illegal ones are refused, and equal ones change nothing. */
const createOrder = (start: OrderState) => {
  let state = start;
  const effectOf = ({ report }: Step): 'applied' | 'unchanged' | 'refused' => {
    const isStatus = 'status' in report;
    if (isStatus ? report.status === state.status : report.tracking_url === state.trackingUrl) return 'unchanged';
    if (isStatus && !nextStatuses[state.status].includes(report.status)) return 'refused';
    const trackingUrl = isStatus && report.status === 'ready' ? null : state.trackingUrl;
    state = isStatus ? { status: report.status, trackingUrl } : { ...state, trackingUrl: report.tracking_url };
    return 'applied';
  };
  return { effectOf, state: () => state };
};

/** Both couriers' plans, the second one's from when the first one gave up. */
const planAll = (order: SimulatedOrder): SimulationPlan[] => {
  const first = planSimulation(order);
  const last = first.steps.at(-1);
  if (last?.after.status !== 'ready') return [first];
  const again = { ...order, ready_at: new Date(last.atMs).toISOString(), ready_count: 2 };
  return [first, planSimulation(again)];
};

const anyOrder = fc
  .record({
    scenario: fc.constantFrom(...sandboxScenarioNames),
    seed: fc.stringMatching(/^[A-Za-z0-9_.:-]{1,64}$/),
    speed: fc.oneof(fc.integer({ min: 1, max: sandboxSpeedMax }), fc.double({ min: 0.01, max: 1, noNaN: true })),
  })
  .map(buildOrder);
const runs = { numRuns: 1_000 };

describe('A plan', () => {
  it('[P26] moves an order by each of its reports as it says, for any seed and speed', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const plans = planAll(order);
        const { effectOf, state } = createOrder(plans[0]!.start);
        for (const plan of plans) {
          expect(state()).toEqual(plan.start);
          for (const step of plan.steps) {
            expect(effectOf(step)).toBe('applied');
            expect(state()).toEqual(step.after);
          }
        }
      }),
      runs,
    );
  });

  it('[P26] is the same for the same seed and scenario, and another for another seed', () => {
    fc.assert(
      fc.property(anyOrder, (order) => expect(planSimulation({ ...order })).toEqual(planSimulation(order))),
      runs,
    );
    const reported = new Set(
      Array.from({ length: 100 }, (_, seed) => planSimulation(buildOrder({ seed: `${seed}` })).steps[0]?.atMs),
    );
    expect(reported.size).toBe(100);
  });

  it('makes each report of a courier in every_report, and each is valid for any seed and speed', () => {
    const schemas: Record<string, z.ZodType> = {
      courier: nameCourierSchema,
      eta: reportEtaSchema,
      positions: reportPositionsSchema,
      problems: reportProblemSchema,
      handover: reportHandoverSchema,
    };
    fc.assert(
      fc.property(anyOrder, (order) => {
        const calls = planSimulation({ ...order, scenario: 'every_report' }).steps.flatMap(({ before }) => before);
        const actions = calls.map(({ path }) => path.split('/').at(-1)!);
        expect(actions).toEqual(['courier', 'eta', 'eta', 'positions', 'problems', 'handover']);
        for (const [index, { body }] of calls.entries()) schemas[actions[index]!]!.parse(body);
      }),
      runs,
    );
  });

  it('has its steps in the order of time, begins after ready, and no two steps have one key', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        for (const { steps } of planAll(order)) {
          const times = steps.map(({ atMs }) => atMs);
          expect([readyAtMs, ...times]).toEqual([readyAtMs, ...times].toSorted((one, other) => one - other));
          expect(new Set(steps.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(steps.length);
        }
      }),
      runs,
    );
  });

  it('goes at a human pace at speed 1: found after 1 to 4 minutes, delivered after 13 to 43', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const { steps } = planSimulation({ ...order, scenario: 'delivered', speed: 1 });
        const minutes = steps.map(({ atMs }) => (atMs - readyAtMs) / 60_000);
        expect(minutes[0]).toBeGreaterThanOrEqual(1);
        expect(minutes[0]).toBeLessThanOrEqual(4);
        expect(minutes.at(-1)).toBeGreaterThanOrEqual(13);
        expect(minutes.at(-1)).toBeLessThanOrEqual(43);
      }),
      runs,
    );
  });

  it('at speed n takes the nth of the time; late takes three times as long, step by step', () => {
    const afterReady = (order: Partial<SimulatedOrder>) =>
      planSimulation(buildOrder(order)).steps.map(({ atMs }) => atMs - readyAtMs);
    const usual = afterReady({});
    const expectTimes = (times: number[], factor: number) => {
      for (const [index, time] of times.entries())
        expect(Math.abs(time - usual[index]! * factor)).toBeLessThanOrEqual(2);
    };
    expectTimes(afterReady({ speed: 60 }), 1 / 60);
    expectTimes(afterReady({ scenario: 'late' }), 3);
    expect(afterReady({ speed: sandboxSpeedMax }).at(-1)).toBeLessThan(1_000);
  });
});

describe('The end of each scenario', () => {
  const ends: Record<string, [OrderStatus, 1 | 2 | null]> = {
    delivered: ['delivered', 1],
    no_courier: ['canceled', null],
    courier_gave_up: ['delivered', 2],
    canceled_after_pickup: ['canceled', 1],
    delivery_failed_returned: ['returned', 1],
    every_report: ['delivered', 1],
    late: ['delivered', 1],
    tracking_only: ['delivered', 2],
    stuck: ['on_route_to_pickup', 1],
    no_simulation: ['ready', null],
  };

  it.each(sandboxScenarioNames)('%s', (scenario) => {
    const { start, steps } = planAll(buildOrder({ scenario })).at(-1)!;
    const after = steps.at(-1)?.after ?? start;
    const [status, url] = ends[scenario]!;
    expect(after).toEqual({ status, trackingUrl: url === null ? null : trackingUrlOf(orderId, url) });
  });
});

describe('Where an order is in its plan', () => {
  it('is seen from the order alone, after every step: the step to come', () => {
    for (const scenario of sandboxScenarioNames) {
      for (const plan of planAll(buildOrder({ scenario }))) {
        expect(findNextStep(plan, plan.start)).toBe(0);
        // As the first courier has given up, it is at the start of the second one's.
        const lastOfFirst = plan.steps.findIndex(({ after }) => after.status === 'ready' && after.trackingUrl === null);
        const seen = lastOfFirst < 0 ? plan.steps : plan.steps.slice(0, lastOfFirst);
        for (const [index, { after }] of seen.entries()) expect(findNextStep(plan, after)).toBe(index + 1);
      }
    }
  });

  it('goes by the status where another sender set the tracking URL, and leaves that URL', () => {
    const plan = planSimulation(buildOrder({}));
    const next = findNextStep(plan, { status: 'on_route_to_pickup', trackingUrl: 'https://elsewhere.example/1' });
    expect(plan.steps[next!]?.report).toEqual({ status: 'at_pickup' });
  });

  it('is undefined once another sender has moved it to a status outside the plan', () => {
    const plan = planSimulation(buildOrder({ scenario: 'no_courier' }));
    expect(findNextStep(plan, { status: 'at_pickup', trackingUrl: null })).toBeUndefined();
  });
});
