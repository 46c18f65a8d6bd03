import { afterEach, describe, expect, it } from '@jest/globals';
import { type EndpointServer, startEndpointServer } from '../src/endpoint-server.js';
import { startTcpProxy, type TcpProxy } from '../src/tcp-proxy.js';

const opened: { close: () => Promise<void> }[] = [];
const open = async (): Promise<{ server: EndpointServer; proxy: TcpProxy; url: string }> => {
  const server = await startEndpointServer();
  const proxy = await startTcpProxy(() => [{ host: '127.0.0.1', port: server.port }]);
  opened.push(proxy, server);
  return { server, proxy, url: proxy.urlOf(server.url) };
};

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const get = async (url: string): Promise<number> => (await fetch(url)).status;

describe('startTcpProxy', () => {
  it('passes everything on, unchanged', async () => {
    const { server, url } = await open();
    const body = 'é'.repeat(300_000);
    server.respondWith(() => ({ body }));
    const answer = await fetch(url, { method: 'POST', body });
    expect(await answer.text()).toBe(body);
    expect(server.requests[0]?.body.toString()).toBe(body);
  });

  it('cut: resets open and new connections, until restored', async () => {
    const { server, proxy, url } = await open();
    server.respondWith(() => ({ kind: 'hang' }));
    const running = get(url);
    await server.waitFor(1);
    proxy.cut();
    await expect(running).rejects.toThrow('fetch failed');
    await expect(get(url)).rejects.toThrow('fetch failed');
    server.respondWith(() => ({}));
    proxy.restore();
    expect(await get(url)).toBe(200);
  });

  it('stalled: accepts and passes no byte, then goes on where it was', async () => {
    const { server, proxy, url } = await open();
    proxy.stall();
    const waiting = get(url);
    const aborted = fetch(url, { signal: AbortSignal.timeout(200) });
    await expect(aborted).rejects.toThrow(/timeout/);
    expect(server.requests).toHaveLength(0);
    proxy.restore();
    expect(await waiting).toBe(200);
  });

  it('gives connections to its targets in turn', async () => {
    const [one, other] = [await startEndpointServer(), await startEndpointServer()];
    const targets = [one, other].map(({ port }) => ({ host: '127.0.0.1', port }));
    const proxy = await startTcpProxy(() => targets);
    opened.push(proxy, one, other);
    const url = `http://127.0.0.1:${proxy.port}/`;
    for (let turn = 0; turn < 4; turn += 1) await fetch(url, { headers: { connection: 'close' } });
    expect([one.requests.length, other.requests.length]).toEqual([2, 2]);
  });

  it('resets a connection that has no target', async () => {
    const proxy = await startTcpProxy(() => []);
    opened.push(proxy);
    await expect(get(`http://127.0.0.1:${proxy.port}/`)).rejects.toThrow('fetch failed');
  });
});
