import { describe, expect, it } from '@jest/globals';
import { faultTitle, runChaos, selectFaults } from '@delivery/chaos';

const faults = [
  'order-state:sigkill',
  'webhook-dispatcher:sigkill',
  'both-servers:sigkill',
  'rabbitmq:close-connections',
];

/** Each step of a round has a time limit of its own, and names its wait; these limits are for a busy machine. */
const testTimeoutMs = 600_000;

describe('a short run of chaos', () => {
  it(
    '[P2 P20 P22] finds nothing lost, nothing out of order and nothing undelivered',
    async () => {
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
      // Of all rounds together: a busy machine may have no time for each kind of shop in one of them.
      const sumOf = (count: 'delivered' | 'pulled' | 'ofCouriers') =>
        results.reduce((sum, round) => sum + round[count], 0);
      expect(sumOf('pulled')).toBeGreaterThan(0);
      expect(sumOf('ofCouriers')).toBeGreaterThan(0);
      expect(sumOf('delivered')).toBeGreaterThan(sumOf('pulled'));
    },
    testTimeoutMs,
  );
});
