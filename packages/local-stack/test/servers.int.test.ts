import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keepJson } from '../src/files/kept-json.js';
import { sendSignal } from '../src/processes/stop-process.js';
import { findInstalledRabbitmq } from '../src/rabbitmq/installation.js';
import { type EngineWithoutRegistry, startEngineWithoutRegistry } from './engine-without-registry.js';
import { consumeKept, publishKept } from './kept-messages.js';
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
/** An installed RabbitMQ is taken before any engine is asked. */
const kind = findInstalledRabbitmq(process.env['PATH'] ?? '') ? 'installed' : 'packages';

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

type Ready = { databaseUrl: string; rabbitmqUrl: string; rabbitmq: string; postgres: string };
const readyOf = ({ line }: Started): Ready => JSON.parse(line) as Ready;
const answerOf = (started: Started) => query(readyOf(started).databaseUrl, 'select answer from kept');

/** A start of RabbitMQ takes long, so each test begins with what the one before it has left. */
describe('both servers by one command, where a container engine cannot pull', () => {
  const dataDir = makeDataDir();
  let engine: EngineWithoutRegistry;
  let running: Started;
  const start = (flags: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Started> =>
    startScript(serversScript, ['--data-dir', dataDir, ...flags], {
      ...process.env,
      DOCKER_HOST: engine.dockerHost,
      // Also where the tests themselves run in a container, which would look for the engine's containers elsewhere.
      TESTCONTAINERS_HOST_OVERRIDE: 'localhost',
      ...env,
    });

  beforeAll(async () => {
    engine = await startEngineWithoutRegistry(dataDir);
  });
  afterAll(() => {
    engine.close();
    removeDataDir(dataDir);
  });

  onLinux(
    '[P14] are packages, and say so, and listen on loopback alone; SIGTERM leaves no process',
    async () => {
      const first = await start();
      expect(readyOf(first)).toMatchObject({ rabbitmq: kind, postgres: 'embedded' });
      const why =
        /RabbitMQ does not start in a container \(.*no route to host.*\): using the packages of this distribution/;
      expect(why.test(first.said.join('\n'))).toBe(kind === 'packages');
      expect(engine.requests.length > 0).toBe(kind === 'packages');
      const { ports } = JSON.parse(readFileSync(`${dataDir}/rabbitmq/settings.json`, 'utf8'));
      const ours = [...ports, Number(new URL(readyOf(first).databaseUrl).port)];
      const addresses = listeners().filter(({ port }) => ours.includes(port));
      expect(new Set(addresses.map(({ port }) => port))).toEqual(new Set(ours));
      expect(addresses.filter(({ address }) => !loopback.includes(address))).toEqual([]);
      await query(readyOf(first).databaseUrl, 'create table kept as select 42 as answer');
      await publishKept(readyOf(first).rabbitmqUrl, 'kept over a stop');

      const records = recordsOf(dataDir);
      sendSignal(first.child.pid!, 'SIGTERM');
      await once(first.child, 'exit');
      expect(recordsOf(dataDir)).toEqual([]);
      await awaitGone(records);
      running = first;
    },
    testLimitMs,
  );

  onLinux(
    '[P14] keep their kind, whether an engine comes or goes, their URLs and all data; kill -9 of the command ends both',
    async () => {
      const asked = engine.requests.length;
      const second = await start();
      expect(readyOf(second)).toEqual(readyOf(running));
      expect(engine.requests.slice(asked)).toEqual([]);
      expect(await answerOf(second)).toEqual([{ answer: 42 }]);
      expect(await consumeKept(readyOf(second).rabbitmqUrl)).toBe('kept over a stop');

      const records = recordsOf(dataDir);
      await kill9(second.child);
      await awaitGone(records);
    },
    testLimitMs,
  );

  // The queue was declared before a stop: for half a second after its declaration it is not wholly on disk (its entry in Ra's
  // directory is flushed later), and a kill -9 would lose it.
  onLinux(
    'lose nothing by kill -9 of everything at once, which does not hinder the next start',
    async () => {
      const third = await start();
      await publishKept(readyOf(third).rabbitmqUrl, 'kept over a kill');
      const victims = [third.child.pid!, findGuard(dataDir), ...recordsOf(dataDir).map(({ pid }) => pid)];
      for (const pid of victims) sendSignal(pid, 'SIGKILL');
      await once(third.child, 'exit');

      running = await start();
      expect(readyOf(running)).toEqual(readyOf(third));
      expect(await answerOf(running)).toEqual([{ answer: 42 }]);
      expect(await consumeKept(readyOf(running).rabbitmqUrl)).toBe('kept over a kill');
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
      await kill9(running.child);

      const next = await start(['--stdin-guard']);
      await awaitGone(survivors);
      expect(await answerOf(next)).toEqual([{ answer: 42 }]);
      const records = recordsOf(dataDir);
      next.child.stdin!.end();
      await once(next.child, 'exit');
      expect(recordsOf(dataDir)).toEqual([]);
      await awaitGone(records);
    },
    testLimitMs,
  );

  it(
    '[P14] do not open the data of another kind of server: the error says which one is missing, or not wanted',
    async () => {
      const say = (server: string, written: string): void =>
        keepJson(join(dataDir, server, 'kind.json'), { kind: written });
      say('postgres', 'embedded');
      const wantsContainers = start([], { STACK: 'containers' });
      await expect(wantsContainers).rejects.toThrow(/of a server of kind "embedded", not "container": set DATA_DIR/);

      say('rabbitmq', 'container');
      await expect(start()).rejects.toThrow(/kind "container", which does not start: .*no route to host/);

      say('rabbitmq', 'papyrus');
      const withoutEngine = startScript(serversScript, ['--data-dir', dataDir]);
      await expect(withoutEngine).rejects.toThrow(/kind "papyrus", not "installed" or "container" or "packages"/);
    },
    testLimitMs,
  );
});
