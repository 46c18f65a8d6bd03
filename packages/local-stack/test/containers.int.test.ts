import { once } from 'node:events';
import { afterAll, describe, expect, it } from '@jest/globals';
import { containerName, removeDataDir } from '../src/containers/data-dir.js';
import { containerRecords } from '../src/containers/end-container.js';
import { connectEngine, provideImage } from '../src/containers/engine.js';
import { postgresImage } from '../src/postgres/find-or-start-postgres.js';
import { identifyProcess } from '../src/processes/process-identity.js';
import { isPurgedWithin, sendSignal } from '../src/processes/stop-process.js';
import { rabbitmqImage } from '../src/rabbitmq/find-or-start-rabbitmq.js';
import { findGuard, kill9, makeDataDir, query, serversScript, type Started, startScript } from './run-servers.js';

const testLimitMs = 300_000;
const imageLimitMs = 60_000;

/** An engine that has the images, or gets them soon enough. */
const findUsableEngine = async () => {
  try {
    const engine = await connectEngine();
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), imageLimitMs).unref());
    const images = [postgresImage, rabbitmqImage].map((image) => provideImage(engine, image, () => undefined));
    await Promise.race([Promise.all(images), late]);
    return engine;
  } catch {
    return undefined;
  }
};
const engine = await findUsableEngine();
const withEngine = engine ? it : it.skip;

describe('both servers in containers', () => {
  const dataDir = makeDataDir();
  const names = ['postgres', 'rabbitmq'].map((server) => containerName(dataDir, server));
  const start = () => startScript(serversScript, ['--data-dir', dataDir], { ...process.env, STACK: 'containers' });
  const urlOf = ({ line }: Started): string => String(JSON.parse(line).databaseUrl);
  const inspect = (name: string) => engine!.container.getById(name).inspect();

  /** Every container that has the volume, running or not. */
  const usersOf = async (volume: string): Promise<string[]> => {
    const filters = { volume: [volume] };
    const users = await engine!.container.dockerode.listContainers({ all: true, filters });
    return users.map(({ Id }) => Id);
  };

  afterAll(() => removeDataDir(dataDir), testLimitMs);

  withEngine(
    '[P14] are one for each volume: one that outlived its command and the guard is ended by the next start, which finds all data at the same URL',
    async () => {
      const first = await start();
      await query(urlOf(first), 'create table kept as select 42 as answer');
      const survivors = containerRecords.readAll(dataDir).map(({ id }) => id);
      sendSignal(findGuard(dataDir), 'SIGKILL');
      await kill9(first.child);
      expect((await Promise.all(names.map(inspect))).map(({ State }) => State.Running)).toEqual([true, true]);

      const second = await start();

      for (const name of names) expect(await usersOf(name)).toEqual([(await inspect(name)).Id]);
      for (const id of survivors) await expect(inspect(id)).rejects.toMatchObject({ statusCode: 404 });
      expect(urlOf(second)).toBe(urlOf(first));
      expect(await query(urlOf(second), 'select answer from kept')).toEqual([{ answer: 42 }]);

      const guard = identifyProcess(findGuard(dataDir))!;
      await kill9(second.child);
      expect(await isPurgedWithin(guard, 60_000)).toBe(true);
      for (const name of names) expect(await usersOf(name)).toEqual([]);
    },
    testLimitMs,
  );

  withEngine(
    '[P14] listen on loopback alone, sort text as bytes, stop in order at SIGTERM, and leave neither container nor volume',
    async () => {
      const { child, line, said } = await start();
      const { databaseUrl } = JSON.parse(line);
      for (const name of names) {
        const { HostConfig } = await inspect(name);
        const bindings: unknown[] = Object.values(HostConfig.PortBindings as object).flat();
        expect(bindings.length).toBeGreaterThan(0);
        for (const binding of bindings) expect(binding).toMatchObject({ HostIp: '127.0.0.1' });
      }
      const collation = 'select datcollate from pg_database where datname = current_database()';
      expect(await query(databaseUrl, collation)).toEqual([{ datcollate: 'C' }]);
      const exits = names.map((name) => engine!.container.getById(name).wait());

      sendSignal(child.pid!, 'SIGTERM');
      await once(child, 'exit');

      expect(said.filter((text) => /error/i.test(text))).toEqual([]);
      expect((await Promise.all(exits)).map(({ StatusCode }) => StatusCode)).toEqual([0, 0]);
      for (const name of names) expect(await usersOf(name)).toEqual([]);
      await removeDataDir(dataDir);
      for (const name of names) {
        const volume = engine!.container.dockerode.getVolume(name).inspect();
        await expect(volume).rejects.toMatchObject({ statusCode: 404 });
      }
    },
    testLimitMs,
  );
});
