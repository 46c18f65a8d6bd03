import { describe, expect, it } from '@jest/globals';
import { allFaults, faultTitle, selectFaults } from './faults/list-faults.js';
import { planRounds } from './plan-rounds.js';

const describeRounds = (seed: number, count: number) =>
  planRounds(allFaults, count, seed).map(({ fault, replicas, holdMs }) => [faultTitle(fault), replicas, holdMs]);
const variantCount = allFaults.flatMap(({ replicas }) => replicas).length;

describe('the schedule', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(describeRounds(7, 200)).toEqual(describeRounds(7, 200));
    expect(describeRounds(7, 200)).not.toEqual(describeRounds(8, 200));
  });

  it('is not changed by asking for more rounds', () => {
    expect(describeRounds(7, 200).slice(0, 30)).toEqual(describeRounds(7, 30));
  });

  it('has every fault once, with every number of replicas, before any comes again', () => {
    const rounds = planRounds(allFaults, variantCount, 7);
    expect(new Set(rounds.map(({ fault, replicas }) => `${faultTitle(fault)} ${replicas}`)).size).toBe(variantCount);
  });

  it('has only what was asked for, and refuses a name that no fault has', () => {
    expect(selectFaults('postgres,merchant:hang').map(({ part }) => part)).not.toContain('rabbitmq');
    expect(selectFaults('merchant:hang').map(faultTitle)).toEqual(['merchant:hang']);
    expect(() => selectFaults('merchants')).toThrow('no fault is called merchants');
  });
});
