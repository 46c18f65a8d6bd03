import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sandboxScenarioNames } from '@delivery/contracts';
import { planSimulation, type SimulatedOrder, type SimulationPlan } from '../src/simulation/rules/plan-simulation.js';

const guide = readFileSync(new URL('../../../docs/merchants.md', import.meta.url), 'utf8');
const readyAtMs = Date.UTC(2026, 10, 22, 12);
const seeds = Array.from({ length: 2_000 }, (_, seed) => `seed-${seed}`);

const orderOf = (scenario: SimulatedOrder['scenario'], seed: string): SimulatedOrder => ({
  id: '5f1c0e9ab3d24c7788aa01ff',
  scenario,
  seed,
  speed: 1,
  ready_count: 1,
  door: null,
  ready_at: new Date(readyAtMs).toISOString(),
});

/** Both couriers' plans, the second one's from when the first one gave up. */
const planAll = (order: SimulatedOrder): SimulationPlan[] => {
  const first = planSimulation(order);
  const last = first.steps.at(-1);
  if (last?.after.status !== 'ready') return [first];
  const again = { ...order, ready_at: new Date(last.atMs).toISOString(), ready_count: 2 };
  return [first, planSimulation(again)];
};

const stepsOf = (order: SimulatedOrder) => planAll(order).flatMap(({ steps }) => steps);

/** A row of the guide's table of plans: the reported steps, and the earliest and latest end. */
const readRow = (scenario: string) => {
  const [, noted = '', from, to] =
    new RegExp(`^\\| \`${scenario}\` +\\| (\`on_route.+|\`url.+|\`canceled\`.+)\\| +(\\d+) to (\\d+) +\\|$`, 'm').exec(
      guide,
    ) ?? [];
  return { noted: [...noted.matchAll(/`(\w+)`/g)].map(([, word]) => word), from: Number(from), to: Number(to) };
};

/** Simulated couriers leave the orders of the others alone. */
const simulated = sandboxScenarioNames.filter((scenario) => stepsOf(orderOf(scenario, 'any')).length > 0);

describe('The guide', () => {
  it.each(simulated)('[P26] lists the reported steps and the duration of a scenario: %s', (scenario) => {
    const { noted, from, to } = readRow(scenario);
    const steps = stepsOf(orderOf(scenario, 'any'));
    expect(noted).toEqual(steps.map(({ report }) => ('status' in report ? report.status : 'url')));
    const ends = seeds.map((seed) => (stepsOf(orderOf(scenario, seed)).at(-1)!.atMs - readyAtMs) / 60_000);
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(from);
    expect(Math.max(...ends)).toBeLessThanOrEqual(to);
  });
});
