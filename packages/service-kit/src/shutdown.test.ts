import { describe, expect, it } from '@jest/globals';
import { runShutdownSteps, type ShutdownStep } from './shutdown.js';

const never = (): Promise<void> => new Promise(() => undefined);

/** Longer than the reserves of three steps, shorter than a test. */
const drainTimeoutMs = 1_600;

const drain = async (wanted: Record<string, () => Promise<void>>) => {
  const reported: string[] = [];
  const begun: string[] = [];
  const write = (fields: object, message: string): void => {
    reported.push('step' in fields ? `${String(fields.step)} ${message}` : message);
  };
  const steps: ShutdownStep[] = Object.entries(wanted).map(([name, run]) => ({
    name,
    run: () => {
      begun.push(name);
      return run();
    },
  }));
  const code = await runShutdownSteps({ logger: { info: write, error: write }, steps, drainTimeoutMs });
  return { code, reported, begun };
};

describe('the steps of a shutdown', () => {
  it('run in order, and end with 0', async () => {
    const { code, reported, begun } = await drain({ http: () => Promise.resolve(), pool: () => Promise.resolve() });
    expect({ code, reported, begun }).toEqual({ code: 0, reported: ['service.stopped'], begun: ['http', 'pool'] });
  });

  it('are named when they hang, and leave time to those after them', async () => {
    const { code, reported, begun } = await drain({ http: never, pool: never, tracing: () => Promise.resolve() });
    expect({ code, begun }).toEqual({ code: 1, begun: ['http', 'pool', 'tracing'] });
    expect(reported).toEqual(['http service.drain_timed_out', 'pool service.drain_timed_out', 'service.stopped']);
  });

  it('are named when they fail, and the others run', async () => {
    const { code, reported } = await drain({
      http: () => Promise.reject(new Error('no')),
      pool: () => Promise.resolve(),
    });
    expect({ code, reported }).toEqual({ code: 1, reported: ['http service.stop_step_failed', 'service.stopped'] });
  });
});
