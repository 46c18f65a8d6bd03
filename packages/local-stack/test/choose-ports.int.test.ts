import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, expect, it } from '@jest/globals';
import { choosePorts } from '../src/files/choose-ports.js';

const onLinux = process.platform === 'linux' ? it : it.skip;

let other: ChildProcess | undefined;
afterAll(() => void other?.kill('SIGKILL'));

const chooser = `
  const { choosePorts } = await import(${JSON.stringify(new URL('../dist/files/choose-ports.js', import.meta.url).href)});
  console.log(String(await choosePorts(1)));
  setInterval(() => undefined, 1_000);
`;

onLinux('a port that another process has chosen is not chosen until that process has ended, used or not', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', chooser]);
  other = child;
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(line);
  expect(port).toBeGreaterThan(0);
  expect(await choosePorts(1, [port])).not.toEqual([port]);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await choosePorts(1, [port])).toEqual([port]);
  expect(await choosePorts(1, [port])).toEqual([port]);
});

it('a port on which a server listens is not kept', async () => {
  const [port = 0] = await choosePorts(1);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect(await choosePorts(1, [port])).not.toEqual([port]);
  server.close();
});
