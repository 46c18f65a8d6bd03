import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createBoundedLog } from './bounded-log.js';
import { createLogger } from './logger.js';

const linesPerSecondMax = 10;

describe('bounded log', () => {
  it('writes a bounded number of lines a second, and says how many it did not write', () => {
    const lines: Record<string, unknown>[] = [];
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(JSON.parse(chunk.toString('utf8')));
        done();
      },
    });
    const clock = { nowMs: 0 };
    const log = createBoundedLog(createLogger({ service: 'test', level: 'info', destination }), {
      linesPerSecondMax,
      now: () => clock.nowMs,
    });
    for (let line = 0; line < 1000; line += 1) log('warn', { line }, 'request.failed');
    expect(lines).toHaveLength(linesPerSecondMax);
    clock.nowMs = 1000;
    log('warn', {}, 'request.failed');
    log('warn', {}, 'request.failed');
    expect(lines.at(-2)).toMatchObject({ suppressedLines: 1000 - linesPerSecondMax });
    expect(lines.at(-1)).not.toHaveProperty('suppressedLines');
  });
});
