import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { keepJson } from '../src/files/kept-json.js';
import { sendSignal } from '../src/processes/stop-process.js';
import { findInstalledRabbitmq } from '../src/rabbitmq/installation.js';
import { type EngineWithoutRegistry, startEngineWithoutRegistry } from './engine-without-registry.js';
import {
  awaitGone,
  makeDataDir,
  query,
  recordsOf,
  removeDataDir,
  serversScript,
  type Started,
  startScript,
} from './run-servers.js';

const testLimitMs = 240_000;
/** An installed RabbitMQ is taken before any engine is asked. */
const withoutRabbitmq = findInstalledRabbitmq(process.env['PATH'] ?? '') ? it.skip : it;

describe('a data directory', () => {
  const dataDir = makeDataDir();
  let engine: EngineWithoutRegistry;
  let started: Started | undefined;
  /** Also where the tests themselves run in a container, which would look for the engine's containers elsewhere. */
  const withEngine = () => ({ DOCKER_HOST: engine.dockerHost, TESTCONTAINERS_HOST_OVERRIDE: 'localhost' });
  const start = async (env: NodeJS.ProcessEnv = {}): Promise<Started> => {
    started = await startScript(serversScript, ['--data-dir', dataDir], { ...process.env, ...env });
    return started;
  };
  const stop = async (): Promise<void> => {
    if (!started) return;
    const records = recordsOf(dataDir);
    sendSignal(started.child.pid!, 'SIGTERM');
    await once(started.child, 'exit');
    started = undefined;
    expect(recordsOf(dataDir)).toEqual([]);
    await awaitGone(records);
  };

  beforeAll(async () => {
    engine = await startEngineWithoutRegistry(dataDir);
  });
  afterEach(stop, testLimitMs);
  afterAll(() => {
    engine.close();
    removeDataDir(dataDir);
  });

  withoutRabbitmq(
    '[P14] uses the packages, and says so, where the engine cannot pull; SIGTERM leaves no process; it keeps to them when an engine comes or goes',
    async () => {
      const first = await start(withEngine());
      expect(JSON.parse(first.line)).toMatchObject({ rabbitmq: 'packages', postgres: 'embedded' });
      expect(first.said.join('\n')).toMatch(
        /RabbitMQ does not start in a container \(.*no route to host.*\): using the packages of this distribution/,
      );
      await query(String(JSON.parse(first.line).databaseUrl), 'create table kept as select 42 as answer');
      await stop();
      const asked = engine.requests.length;
      expect(asked).toBeGreaterThan(0);

      const second = await start(withEngine());

      expect(JSON.parse(second.line)).toMatchObject({ rabbitmq: 'packages', postgres: 'embedded' });
      expect(await query(String(JSON.parse(second.line).databaseUrl), 'select answer from kept')).toEqual([
        { answer: 42 },
      ]);
      expect(engine.requests.slice(asked)).toEqual([]);
    },
    testLimitMs,
  );

  it(
    '[P14] is not opened by another kind of server than wrote it: the error says which one is missing, or not wanted',
    async () => {
      const say = (server: string, kind: string): void => keepJson(join(dataDir, server, 'kind.json'), { kind });
      say('postgres', 'embedded');
      const wantsContainers = start({ STACK: 'containers', ...withEngine() });
      await expect(wantsContainers).rejects.toThrow(/of a server of kind "embedded", not "container": set DATA_DIR/);

      say('rabbitmq', 'container');
      const lacksContainer = start(withEngine());
      await expect(lacksContainer).rejects.toThrow(/kind "container", which does not start: .*no route to host/);

      say('rabbitmq', 'papyrus');
      await expect(start()).rejects.toThrow(/kind "papyrus", not "installed" or "container" or "packages"/);
    },
    testLimitMs,
  );
});
