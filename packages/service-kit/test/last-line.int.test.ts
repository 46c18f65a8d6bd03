import { execFile } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

const kit = new URL('../dist/index.js', import.meta.url).href;

/** Runs a process that logs and ends. @returns its output, and its exit code */
const run = (script: string): Promise<{ lines: string[]; code: unknown }> =>
  new Promise((resolve) => {
    const source = `import { createLogger, shutdownOnSignal, startOrExit } from '${kit}';
      const logger = createLogger({ service: 'test', level: 'info' }); ${script}`;
    execFile(process.execPath, ['--input-type=module', '-e', source], { timeout: 60_000 }, (error, stdout) => {
      resolve({ lines: stdout.trim().split('\n'), code: error?.code ?? 0 });
    });
  });

describe('the last line of a process', () => {
  it.each([
    [
      'a start that fails',
      `await startOrExit(logger, () => Promise.reject(new Error('no')))`,
      1,
      'service.start_failed',
    ],
    [
      'an uncaught error',
      `shutdownOnSignal({ logger, onStopping: () => {}, steps: [] }); setImmediate(() => { throw new Error('no') })`,
      1,
      'process.uncaught_exception',
    ],
    [
      'a stop',
      `shutdownOnSignal({ logger, onStopping: () => {}, steps: [] }); setImmediate(() => process.kill(process.pid, 'SIGTERM')); setInterval(() => {}, 1000)`,
      0,
      'service.stopped',
    ],
  ])('is written after many others: %s', async (_name, script, code, last) => {
    const ended = await run(`for (let n = 0; n < 2_000; n += 1) logger.info({ n }, 'line'); ${script}`);
    expect(ended.code).toBe(code);
    expect(JSON.parse(ended.lines.at(-1) ?? '{}')).toMatchObject({ msg: last });
    expect(ended.lines.length).toBeGreaterThan(2_000);
  });
});
