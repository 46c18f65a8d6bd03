import { describe, expect, it } from '@jest/globals';
import { createTroubleLog } from './reconnect-loop.js';

const createLog = () => {
  const lines: string[] = [];
  let nowMs = 0;
  const logger = {
    info: (_fields: object, message: string) => lines.push(message),
    warn: () => undefined,
    error: (fields: object, message: string) => lines.push(`${message} ${'err' in fields ? String(fields.err) : ''}`),
  };
  return { lines, trouble: createTroubleLog(logger, 'c', () => nowMs), pass: (ms: number) => (nowMs += ms) };
};

describe('the log of a connection in trouble', () => {
  it('writes one line for a thousand equal failures within a minute', () => {
    const { lines, trouble, pass } = createLog();
    for (let attempt = 0; attempt < 1_000; attempt += 1) {
      trouble.lost(new Error('refused'), 0, 'a:5672');
      pass(59);
    }
    expect(lines).toEqual(['messaging.connection_lost Error: refused']);
  });

  it('says again once a minute that it is still away', () => {
    const { lines, trouble, pass } = createLog();
    for (let second = 0; second < 300; second += 1) {
      trouble.lost(new Error('refused'), 0, 'a:5672');
      pass(1_000);
    }
    expect(lines).toHaveLength(5);
  });

  it('says at once when the reason changes, and when it is over', () => {
    const { lines, trouble } = createLog();
    trouble.lost(new Error('reset'), 5_000, 'a:5672');
    trouble.lost(new Error('refused'), 0, 'a:5672');
    trouble.lost(new Error('refused'), 0, 'a:5672');
    trouble.over('a:5672');
    trouble.lost(new Error('refused'), 1, 'a:5672');
    expect(lines).toEqual([
      'messaging.connection_lost Error: reset',
      'messaging.connection_lost Error: refused',
      'messaging.connected',
      'messaging.connection_lost Error: refused',
    ]);
  });

  it('writes one line for each of the reasons that two addresses have in turn', () => {
    const { lines, trouble } = createLog();
    for (let attempt = 0; attempt < 100; attempt += 1) {
      trouble.lost(new Error('refused'), 0, 'a:5672');
      trouble.lost(new Error('timed out'), 0, 'b:5672');
    }
    expect(lines).toEqual(['messaging.connection_lost Error: refused', 'messaging.connection_lost Error: timed out']);
  });
});
