import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from '@jest/globals';
import { root } from './support/read-yaml.js';

const portOf = (server: { address: () => AddressInfo | string | null }): number =>
  (server.address() as AddressInfo).port;

describe('the gateway of docker-compose.yml', () => {
  let gateway: ChildProcess;
  const servers: Server[] = [];

  /** Answers with the length of the request's body. */
  const listen = async (): Promise<number> => {
    const server = createServer((request, response) => {
      const lengths: number[] = [];
      request.on('data', (chunk: Buffer) => lengths.push(chunk.length));
      request.on('end', () => response.end(String(lengths.reduce((sum, length) => sum + length, 0))));
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return portOf(server);
  };

  /** Starts it before one service and resolves with the port that leads there. */
  const startGateway = async (target: string): Promise<number> => {
    const free = createTcpServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const port = portOf(free);
    free.close();
    gateway = spawn(process.execPath, [join(root, 'deploy/gateway/gateway.js')], {
      env: { ROUTES: `${String(port)}=${target}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(createInterface({ input: gateway.stdout! }), 'line');
    return port;
  };

  const post = async (port: number, body: string): Promise<string> => {
    const headers = { connection: 'close' };
    return (await fetch(`http://127.0.0.1:${String(port)}/`, { method: 'POST', body, headers })).text();
  };

  afterEach(async () => {
    gateway.kill('SIGTERM');
    if (gateway.exitCode === null) await once(gateway, 'exit');
    for (const server of servers.splice(0)) server.close();
  });

  it('passes calls and answers on whole, and goes on when an instance was not there', async () => {
    const port = await startGateway(`localhost:${String(await listen())}`);

    expect(await post(port, 'x'.repeat(200_000))).toBe('200000');

    servers.splice(0).forEach((server) => server.close());
    await expect(post(port, 'x')).rejects.toThrow('fetch failed');
    await expect(post(port, 'x')).rejects.toThrow('fetch failed');
    expect(gateway.exitCode).toBeNull();
  });

  it('[P14] takes no new connection after SIGTERM, and ends when the last answer is sent', async () => {
    const service = createServer((_request, response) => {
      gateway.kill('SIGTERM');
      void refusal(port).then(() => response.end('answered'));
    }).listen(0, '127.0.0.1');
    servers.push(service);
    await once(service, 'listening');
    const port = await startGateway(`localhost:${String(portOf(service))}`);
    const ended = once(gateway, 'exit');

    expect(await post(port, 'x')).toBe('answered');
    expect(await ended).toEqual([0, null]);
  });
});

/** Resolves when a port takes no connection any more. */
const refusal = async (port: number): Promise<void> => {
  const socket = connect(port, '127.0.0.1');
  const refused = new Promise<boolean>((resolve) => {
    socket.once('error', () => resolve(true));
    socket.once('connect', () => resolve(false));
  });
  const isRefused = await refused;
  socket.destroy();
  if (!isRefused) await refusal(port);
};
