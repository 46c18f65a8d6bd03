import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { identifyProcess } from '../src/processes/process-identity.js';
import { isPurgedWithin, sendSignal } from '../src/processes/stop-process.js';
import {
  type ProcessSpec,
  type SupervisedProcesses,
  superviseProcesses,
  type SupervisionEvent,
} from '../src/processes/supervise-processes.js';
import { awaitGone, findGuard, kill9, makeDataDir, recordsOf, removeDataDir, startScript } from './run-servers.js';

const script = (name: string, code: string, more: Partial<ProcessSpec> = {}): ProcessSpec => ({
  name,
  command: process.execPath,
  args: ['--eval', code],
  env: {},
  restart: { initialDelayMs: 10, delayMaxMs: 50, attemptMax: 3 },
  ...more,
});

const idle = 'console.log("up"); setInterval(() => undefined, 1e6);';

describe('supervised processes', () => {
  let dataDir: string;
  let supervised: SupervisedProcesses | undefined;
  let waiting: { matches: (event: SupervisionEvent) => boolean; resolve: (event: SupervisionEvent) => void }[];
  let listening: { prefix: string; resolve: (rest: string) => void }[];

  const nextEvent = (matches: (event: SupervisionEvent) => boolean): Promise<SupervisionEvent> =>
    new Promise((resolve) => waiting.push({ matches, resolve }));

  const nextLine = (prefix: string): Promise<string> => new Promise((resolve) => listening.push({ prefix, resolve }));

  const supervise = async (...processes: ProcessSpec[]): Promise<SupervisedProcesses> => {
    supervised = await superviseProcesses({
      dataDir,
      processes,
      onLine: (_name, line) => {
        for (const { prefix, resolve } of listening) if (line.startsWith(prefix)) resolve(line.slice(prefix.length));
      },
      onEvent: (event) => {
        for (const { matches, resolve } of waiting) if (matches(event)) resolve(event);
      },
    });
    return supervised;
  };

  beforeEach(() => {
    dataDir = makeDataDir();
    supervised = undefined;
    waiting = [];
    listening = [];
  });

  afterEach(async () => {
    await supervised?.stopAll();
    removeDataDir(dataDir);
  });

  it('start again when they die, and stay down when they are stopped', async () => {
    const processes = await supervise(script('one', idle));
    const first = processes.pid('one')!;
    const restarted = nextEvent((event) => event.type === 'ready');

    sendSignal(first, 'SIGKILL');
    await restarted;
    const second = processes.pid('one');
    await processes.kill9('one');

    expect(second).not.toBe(first);
    expect(processes.pid('one')).toBeUndefined();
    await processes.start('one');
    expect(processes.pid('one')).toBeGreaterThan(0);
  });

  it('are ready when their URL answers', async () => {
    const server = `require('node:http').createServer((_, res) => res.end()).listen(0, '127.0.0.1', function () {
      console.log('port ' + this.address().port) })`;
    const nextPort = nextLine('port ');
    const probe = await supervise(script('probe', server));
    const port = Number(await nextPort);
    await probe.stopAll();

    const late = `setTimeout(() => require('node:http').createServer((_, res) => res.end()).listen(${port}), 300)`;
    await supervise(script('late', late, { readyUrl: `http://127.0.0.1:${port}/readyz` }));

    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  it('are given up when they keep dying before they are ready, and the others are stopped', async () => {
    const never = { readyUrl: 'http://127.0.0.1:9/never' };

    await expect(supervise(script('idle', idle), script('broken', 'process.exit(7)', never))).rejects.toThrow(
      'broken keeps dying: exit code 7',
    );

    expect(recordsOf(dataDir)).toEqual([]);
  });

  it('are not started again when they end because their environment is not usable, and their last line is passed on first', async () => {
    const died = nextEvent((event) => event.type === 'died');
    const said = nextLine('PORT: ');
    const lines: string[] = [];
    const never = { readyUrl: 'http://127.0.0.1:9/never' };
    void said.then((line) => lines.push(line));
    void died.then(() => lines.push('died'));

    await expect(
      supervise(script('broken', 'console.error("PORT: expected a number"); process.exit(78)', never)),
    ).rejects.toThrow('broken cannot run with this environment');

    expect(await died).toMatchObject({ exit: { code: 78 }, restartInMs: undefined });
    expect(lines).toEqual(['expected a number', 'died']);
  });

  it('are killed with their whole group when they ignore the stop signal', async () => {
    const stubborn = `process.on('SIGTERM', () => console.log('ignored'));
      const child = require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(idle)}]);
      child.stdout.once('data', () => console.log('child ' + child.pid));
      setInterval(() => undefined, 1e6);`;
    const nextChild = nextLine('child ');
    const processes = await supervise(script('stubborn', stubborn, { stopGraceMs: 200 }));
    const grandchild = identifyProcess(Number(await nextChild));

    await processes.stopAll();

    // The stop signals the whole group. A grandchild is not waited for, and may die of it a moment later.
    expect(await isPurgedWithin(grandchild!, 40_000)).toBe(true);
    expect(recordsOf(dataDir)).toEqual([]);
  });

  it('[P10] do not outlive a kill -9 of their supervisor; those that outlive its guard too are stopped by the next start', async () => {
    const fixture = new URL('fixtures/supervise-one.js', import.meta.url);
    const first = await startScript(fixture, [dataDir]);
    const guarded = recordsOf(dataDir);
    await kill9(first.child);
    await awaitGone(guarded);

    const second = await startScript(fixture, [dataDir]);
    const orphans = recordsOf(dataDir);
    sendSignal(findGuard(dataDir), 'SIGKILL');
    await kill9(second.child);
    await supervise(script('other', idle));

    expect(guarded.concat(orphans).map(({ name }) => name)).toEqual(['one', 'one']);
    await awaitGone(orphans);
  });
});
