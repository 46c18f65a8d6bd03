import { describe, expect, it } from '@jest/globals';
import { type Fault, runChaos } from '@delivery/chaos';

/** The stage is opened and closed; the machine may be busy. */
const testTimeoutMs = 600_000;

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
      const { results, isFlawless } = await runChaos({
        faults: [neverOver],
        rounds: 2,
        seed: 7,
        rate: 6,
        log: (line) => lines.push(line),
        patienceMs: { 'the end of the fault': 100 },
      });
      expect(isFlawless).toBe(false);
      // The first round hangs and could disturb a second one, so the run ends after it.
      expect(results).toHaveLength(1);
      expect(results[0]).toMatchObject({
        accepted: expect.any(Number),
        lost: ['the round did not end: the end of the fault did not end within 100 ms'],
      });
      expect(results[0]?.accepted).toBeGreaterThan(0);
      expect(lines.join('\n')).toContain('merchant:never-over (1 replica, ');
    },
    testTimeoutMs,
  );
});
