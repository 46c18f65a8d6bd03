import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Fault, faultTitle, openStage, runRounds, selectFaults, type Stage } from '@delivery/chaos';

/** `sigkill` is kill -9: each service alone in the middle of the work, then all of them with RabbitMQ and Postgres. */
const titles: Readonly<Record<string, 1 | 2>> = {
  // A second replica would hide a fault of the one that is killed.
  'intake-api:sigkill': 1,
  'order-state:sigkill': 1,
  'webhook-dispatcher:sigkill': 1,
  'everything:sigkill': 1,
  'rabbitmq:close-connections': 1,
  'order-state:sigterm': 2,
};
const faults = Object.entries(titles).flatMap(([title, replicas]) =>
  selectFaults(title).map((fault): Fault => ({ ...fault, replicas: [replicas] })),
);
/** Each step of a round has a time limit of its own, and names its wait; this limit is for a busy machine. */
const limitMs = 600_000;

let stage: Stage;

beforeAll(async () => {
  stage = await openStage(() => undefined);
}, limitMs);
afterAll(() => stage.close(), limitMs);

describe('a short run of chaos', () => {
  it(
    '[P2 P4 P20 P22] finds nothing lost, nothing out of order and nothing undelivered',
    async () => {
      const lines: string[] = [];
      const results = await runRounds(stage, {
        faults,
        rounds: faults.length,
        seed: 7,
        rate: 3,
        log: (line) => lines.push(line),
      });
      const findings = results.flatMap(({ lost, disorder }) => [...lost, ...disorder]);
      expect({ findings, lines: findings.length === 0 ? [] : lines }).toEqual({ findings: [], lines: [] });
      expect(results.map(({ round }) => faultTitle(round.fault)).sort()).toEqual(Object.keys(titles).sort());
      // Summed over all rounds: a busy machine may have no time for each kind of shop in a single round.
      const sumOf = (count: 'delivered' | 'pulled' | 'ofCouriers') =>
        results.reduce((sum, round) => sum + round[count], 0);
      expect(sumOf('pulled')).toBeGreaterThan(0);
      expect(sumOf('ofCouriers')).toBeGreaterThan(0);
      expect(sumOf('delivered')).toBeGreaterThan(sumOf('pulled'));
    },
    limitMs,
  );
});
