import { describe, expect, it } from '@jest/globals';
import { type ConsumerView, type Intake, planConsumerStep } from './consume-plan.js';

const view = (more: Partial<ConsumerView>): ConsumerView => ({
  intake: 'wide',
  ordinaryCount: 0,
  suspectCount: 0,
  runningCount: 0,
  runningMax: 1,
  inHandCount: 0,
  inHandMax: 10,
  ...more,
});

const allViews = (): ConsumerView[] => {
  const intakes: Intake[] = ['paused', 'narrow', 'wide', 'changing'];
  const counts = [0, 1, 2];
  return intakes.flatMap((intake) =>
    counts.flatMap((ordinaryCount) =>
      counts.flatMap((suspectCount) =>
        counts.map((runningCount) => view({ intake, ordinaryCount, suspectCount, runningCount, runningMax: 2 })),
      ),
    ),
  );
};

describe('planConsumerStep', () => {
  it('runs a suspect only when nothing else is in hand and nothing else can come', () => {
    const alone = allViews().filter((one) => planConsumerStep(one) === 'run-suspect');
    expect(alone.length).toBeGreaterThan(0);
    for (const one of alone) {
      expect(one).toMatchObject({ ordinaryCount: 0, suspectCount: 1, runningCount: 0 });
      expect(['paused', 'narrow']).toContain(one.intake);
    }
  });

  it('takes nothing more one by one when its hands are full', () => {
    const paused = view({ intake: 'paused', inHandMax: 10 });
    expect(planConsumerStep({ ...paused, inHandCount: 9 })).toBe('narrow');
    expect(planConsumerStep({ ...paused, inHandCount: 10 })).toBe('wait');
  });

  it('never starts more than may run', () => {
    const full = allViews().filter(({ runningCount, runningMax }) => runningCount >= runningMax);
    for (const one of full) expect(planConsumerStep(one)).not.toMatch(/^run-/);
  });

  it('never takes everything while a suspect is in hand', () => {
    for (const one of allViews().filter(({ suspectCount }) => suspectCount > 0)) {
      expect(['widen', 'narrow']).not.toContain(planConsumerStep(one));
    }
  });

  it('changes nothing while a change is under way', () => {
    for (const one of allViews().filter(({ intake }) => intake === 'changing')) {
      expect(['run-ordinary', 'wait']).toContain(planConsumerStep(one));
    }
  });

  it('never waits for good: idle with nothing running and nothing in hand, it is taking messages', () => {
    expect(planConsumerStep(view({ intake: 'paused' }))).toBe('narrow');
    expect(planConsumerStep(view({ intake: 'narrow' }))).toBe('wait');
    expect(planConsumerStep(view({ intake: 'wide' }))).toBe('wait');
    const stuck = allViews().filter(
      (one) =>
        one.intake !== 'changing' &&
        one.runningCount === 0 &&
        one.ordinaryCount + one.suspectCount > 0 &&
        planConsumerStep(one) === 'wait',
    );
    expect(stuck).toEqual([]);
  });

  it('goes through a meeting with two suspects step by step', () => {
    expect(planConsumerStep(view({ ordinaryCount: 3, suspectCount: 2 }))).toBe('pause');
    expect(planConsumerStep(view({ intake: 'changing', ordinaryCount: 3, suspectCount: 2 }))).toBe('run-ordinary');
    expect(planConsumerStep(view({ intake: 'paused', suspectCount: 2, runningCount: 1 }))).toBe('wait');
    expect(planConsumerStep(view({ intake: 'paused', suspectCount: 2 }))).toBe('return-spare-suspects');
    expect(planConsumerStep(view({ intake: 'paused', suspectCount: 1 }))).toBe('run-suspect');
    expect(planConsumerStep(view({ intake: 'paused' }))).toBe('narrow');
    expect(planConsumerStep(view({ intake: 'narrow', ordinaryCount: 1 }))).toBe('widen');
  });
});
