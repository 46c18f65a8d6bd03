import { describe, expect, it } from '@jest/globals';
import { faultTitle, runChaos, selectFaults, type Fault } from '@delivery/chaos';

const faults = [
  'order-state:sigkill',
  'webhook-dispatcher:sigkill',
  'both-servers:sigkill',
  'rabbitmq:close-connections',
];

describe('a short run of chaos', () => {
  it('finds nothing lost, nothing out of order and nothing undelivered', async () => {
    const lines: string[] = [];
    const { results, isFlawless } = await runChaos({
      faults: selectFaults(faults.join(',')),
      rounds: 4,
      seed: 7,
      rate: 6,
      log: (line) => lines.push(line),
    });
    expect({ isFlawless, lines: isFlawless ? [] : lines }).toEqual({ isFlawless: true, lines: [] });
    expect(results.map(({ round }) => faultTitle(round.fault))).toHaveLength(4);
    expect(results.every(({ accepted, delivered }) => accepted > 0 && delivered > 0)).toBe(true);
  }, 240_000);

  it('names the step that hangs, with what was counted until then, and fails', async () => {
    const neverOver: Fault = {
      part: 'merchant',
      name: 'never-over',
      summary: 'begins, and does not end',
      replicas: [1],
      inject: () => Promise.resolve(() => new Promise(() => undefined)),
    };
    const lines: string[] = [];
    const { results, isFlawless } = await runChaos({
      faults: [neverOver],
      rounds: 2,
      seed: 7,
      rate: 6,
      log: (line) => lines.push(line),
      patienceMs: { 'the end of the fault': 100 },
    });
    expect(isFlawless).toBe(false);
    // Whoever hangs may disturb the next round: there is none.
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      accepted: expect.any(Number),
      lost: ['the round did not end: the end of the fault did not end within 100 ms'],
    });
    expect(results[0]?.accepted).toBeGreaterThan(0);
    expect(lines.join('\n')).toContain('merchant:never-over (1 replica, ');
  }, 240_000);
});
