import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nowMs } from '../load/clock.js';

const run = promisify(execFile);
const rootDir = fileURLToPath(new URL('../../../..', import.meta.url));
/** The first line that `npm start` prints when everything is ready. */
const welcome = 'merchant API';

/** Seconds of `npm start` in a new clone of the last commit, after `npm ci`: it builds, and nothing is there yet. */
export const measureColdStart = async (): Promise<number> => {
  const cloneDir = await mkdtemp(join(tmpdir(), 'cold-start-'));
  // As in a fresh shell: without the variables of the benchmark.
  const { PATH, HOME } = process.env;
  const options = { cwd: cloneDir, env: { PATH, HOME } };
  try {
    await run('git', ['clone', '--quiet', rootDir, '.'], options);
    await run('npm', ['ci'], options);
    const startedMs = nowMs();
    const started = spawn('npm', ['start'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(started, 'exit');
    let output = '';
    const ready = new Promise<void>((resolve) => {
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes(welcome)) resolve();
      });
    });
    await Promise.race([ready, exited.then(() => Promise.reject(new Error(`npm start ended: ${output}`)))]);
    const seconds = (nowMs() - startedMs) / 1_000;
    started.kill('SIGTERM');
    await exited;
    return seconds;
  } finally {
    await rm(cloneDir, { recursive: true, force: true });
  }
};
