import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createBoundedLog, createLogger, maskUrls } from './logger.js';

const logOf = (fields: object): string => {
  let text = '';
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString();
      done();
    },
  });
  createLogger({ service: 'test', level: 'info', destination }).info(fields, 'something.happened');
  return text;
};

describe('the log', () => {
  it('is one line of JSON with a level in words, an ISO time and the service', () => {
    const line = logOf({ orderId: 'a1' });
    expect(line.endsWith('\n')).toBe(true);
    const fields: unknown = JSON.parse(line);
    expect(fields).toMatchObject({ level: 'info', service: 'test', orderId: 'a1', msg: 'something.happened' });
    expect(fields).toHaveProperty('time', expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/));
  });

  it.each(['token', 'key', 'secret', 'password', 'authorization', 'url', 'phone', 'customer'])(
    'never shows a field called %s, at the top or below it',
    (name) => {
      expect(logOf({ [name]: 'hunter2' })).not.toContain('hunter2');
      expect(logOf({ request: { [name]: 'hunter2' } })).not.toContain('hunter2');
    },
  );

  it('shows errors by their own words, with credentials and queries masked, causes included', () => {
    const cause = new Error('connect to amqp://user:hunter2@host/vhost failed');
    const line = logOf({ err: new Error('POST https://shop.example/hook?token=hunter3#x failed', { cause }) });
    expect(line).not.toMatch(/hunter/);
    expect(line).toContain('amqp://host/vhost');
    expect(line).toContain('https://shop.example/hook');
  });
});

describe('maskUrls', () => {
  it.each([
    ['see http://a.example/p?q=1 now', 'see http://a.example/p now'],
    ['postgres://u:p@h:5432/db', 'postgres://h:5432/db'],
    ['no url here: a?b=c', 'no url here: a?b=c'],
  ])('turns %j into %j', (text, masked) => {
    expect(maskUrls(text)).toBe(masked);
  });
});

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
