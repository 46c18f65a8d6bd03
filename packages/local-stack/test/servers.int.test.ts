import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sendSignal } from '../src/processes/stop-process.js';
import {
  awaitGone,
  findGuard,
  kill9,
  makeDataDir,
  query,
  recordsOf,
  removeDataDir,
  serversScript,
  type Started,
  startScript,
} from './run-servers.js';

const testLimitMs = 240_000;
const onLinux = existsSync('/proc/self/stat') ? it : it.skip;

/** 127.0.0.1 and ::1; epmd takes both. */
const loopback = ['0100007F', '00000000000000000000000001000000'];

/** Ports with a listener, with their addresses as the kernel writes them. */
const listeners = (): { address: string; port: number }[] =>
  ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^ *\d+: ([0-9A-F]+):([0-9A-F]{4}) \S+ 0A /gm)].map(
      ([, address, port]) => ({
        address: address!,
        port: parseInt(port!, 16),
      }),
    ),
  );

describe('both servers by one command', () => {
  const dataDir = makeDataDir();
  const start = (...flags: string[]) => startScript(serversScript, ['--data-dir', dataDir, ...flags]);
  /** A start takes long: what the first test leaves running the second one begins with. */
  let running: Started | undefined;
  const urlOf = (line: string): string => String(JSON.parse(line).databaseUrl);

  afterAll(() => removeDataDir(dataDir));

  onLinux(
    'listen on loopback alone; kill -9 of the command ends both, kill -9 of everything at once does not hinder the next start',
    async () => {
      const first = await start();
      const { ports } = JSON.parse(readFileSync(`${dataDir}/rabbitmq/settings.json`, 'utf8'));
      const ours = [...ports, Number(new URL(urlOf(first.line)).port)];
      const addresses = listeners().filter(({ port }) => ours.includes(port));
      expect(new Set(addresses.map(({ port }) => port))).toEqual(new Set(ours));
      expect(addresses.filter(({ address }) => !loopback.includes(address))).toEqual([]);
      await query(urlOf(first.line), 'create table kept as select 42 as answer');
      const firstRecords = recordsOf(dataDir);
      await kill9(first.child);
      await awaitGone(firstRecords);

      const second = await start();
      const victims = [second.child.pid!, findGuard(dataDir), ...recordsOf(dataDir).map(({ pid }) => pid)];
      for (const pid of victims) sendSignal(pid, 'SIGKILL');
      await once(second.child, 'exit');

      running = await start();
      expect(await query(urlOf(running.line), 'select answer from kept')).toEqual([{ answer: 42 }]);
      expect(
        recordsOf(dataDir)
          .map(({ name }) => name)
          .sort(),
      ).toEqual(['postgres', 'rabbitmq', 'rabbitmq-epmd']);
    },
    testLimitMs,
  );

  onLinux(
    'that survived their command and its guard are stopped by the next start; the end of its input stops that and leaves no process',
    async () => {
      const survivors = recordsOf(dataDir);
      sendSignal(findGuard(dataDir), 'SIGKILL');
      if (running) await kill9(running.child);

      const next = await start('--stdin-guard');
      await awaitGone(survivors);
      expect(await query(urlOf(next.line), 'select answer from kept')).toEqual([{ answer: 42 }]);
      const records = recordsOf(dataDir);
      next.child.stdin!.end();
      await once(next.child, 'exit');
      expect(recordsOf(dataDir)).toEqual([]);
      await awaitGone(records);
    },
    testLimitMs,
  );
});
