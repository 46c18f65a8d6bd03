import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Fault, faultTitle, openStage, runRounds, selectFaults, type Stage } from '@delivery/chaos';

/** The first four kill -9: each service alone in the middle of the work, then all of them with RabbitMQ and Postgres. */
const titles = [
  'intake-api:sigkill',
  'order-state:sigkill',
  'webhook-dispatcher:sigkill',
  'everything:sigkill',
  'rabbitmq:close-connections',
];
/** A second replica would hide a fault of the one that is killed, see webhooks-replicas. */
const faults = selectFaults(titles.join(',')).map((fault): Fault => ({ ...fault, replicas: [1] }));

/** Each step of a round has a time limit of its own, and names its wait; this limit is for a busy machine. */
const limitMs = 600_000;

let stage: Stage;

beforeAll(async () => {
  stage = await openStage(() => undefined);
}, limitMs);
afterAll(() => stage.close(), limitMs);

describe('a short run of chaos', () => {
  it(
    '[P2 P20 P22] finds nothing lost, nothing out of order and nothing undelivered',
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
      expect(results.map(({ round }) => faultTitle(round.fault)).sort()).toEqual([...titles].sort());
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

describe('a round of chaos that does not end', () => {
  it(
    'names the step that hangs, with the counts until then, and fails',
    async () => {
      const neverOver: Fault = {
        part: 'merchant',
        name: 'never-over',
        summary: 'begins, and does not end',
        replicas: [1],
        inject: () => Promise.resolve(() => new Promise(() => undefined)),
      };
      const lines: string[] = [];
      const results = await runRounds(stage, {
        faults: [neverOver],
        rounds: 2,
        seed: 7,
        rate: 3,
        log: (line) => lines.push(line),
        patienceMs: { 'the end of the fault': 100 },
      });
      // The first round hangs and could disturb a second one, so the run ends after it.
      expect(results).toHaveLength(1);
      expect(results[0]).toMatchObject({
        accepted: expect.any(Number),
        lost: ['the round did not end: the end of the fault did not end within 100 ms'],
      });
      expect(results[0]?.accepted).toBeGreaterThan(0);
      expect(lines.join('\n')).toContain('merchant:never-over (1 replica, ');
    },
    limitMs,
  );
});
