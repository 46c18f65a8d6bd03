import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { pollUntil } from '@delivery/test-support';
import { useResources } from '../support/post-harness.js';
import { selfSigned } from '../support/self-signed-certificate.js';

const { cleanUps, endpoint, poster } = useResources();
/** A TCP server whose answers the test writes. */
const rawServer = async (onConnection: (socket: Socket) => void): Promise<string> => {
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    onConnection(socket);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe('the request', () => {
  it('is the given bytes and headers, with a length and without asking for compression', async () => {
    const server = await endpoint();
    const body = '{"note":"São João 🍕","n":1.50}';
    const result = await poster().post(server.url, body);
    expect(result).toEqual({
      kind: 'answered',
      statusCode: 200,
      retryAfter: null,
      asks: null,
      excerpt: '{}',
      redirectsTo: null,
    });
    const [request] = await server.waitFor(1);
    expect(request!.method).toBe('POST');
    expect(request!.body.toString()).toBe(body);
    expect(request!.headers).toEqual({
      accept: '*/*',
      connection: 'keep-alive',
      'content-length': String(Buffer.byteLength(body)),
      'content-type': 'application/json',
      host: new URL(server.url).host,
      'user-agent': 'test/1',
      'webhook-id': 'w-1',
    });
  });

  it('is the whole body, also where the socket does not take it at once', async () => {
    const server = await endpoint();
    const body = JSON.stringify({ note: 'é'.repeat(4_000_000) });
    await poster().post(server.url, body);
    const [request] = await server.waitFor(1);
    expect(request!.body.equals(Buffer.from(body))).toBe(true);
  });

  it('has the header of the merchant’s choice, also on a connection that is used again', async () => {
    const server = await endpoint();
    const sender = poster();
    for (const name of ['Authorization', 'X-Key']) {
      await sender.post(server.url, '{}', { name, value: 'Bearer s3cr3t' });
      await sender.waitUntilRested();
    }
    await sender.post(server.url);
    const sent = (await server.waitFor(3)).map(({ headers }) =>
      Object.entries(headers).filter(([, value]) => value === 'Bearer s3cr3t'),
    );
    expect(sent.map((entries) => entries.map(([name]) => name))).toEqual([['authorization'], ['x-key'], []]);
    expect(server.connectionCount()).toBe(1);
  });

  it('keeps path and query of the URL', async () => {
    const server = await endpoint();
    await poster().post(`${server.origin}/a%20b/c?token=x&y=%2F`);
    expect((await server.waitFor(1))[0]!.path).toBe('/a%20b/c?token=x&y=%2F');
  });
});

describe('answers', () => {
  it('come back with status, Retry-After and an excerpt', async () => {
    const server = await endpoint({
      respond: () => ({ status: 429, headers: { 'retry-after': '7' }, body: 'slow\ndown' }),
    });
    expect(await poster().post(server.url)).toEqual({
      kind: 'answered',
      statusCode: 429,
      retryAfter: '7',
      asks: null,
      excerpt: 'slow\\ndown',
      redirectsTo: null,
    });
  });

  it('[P8] that repeat the header of the merchant’s choice are kept without it, also where it begins within the kept part and ends beyond', async () => {
    const value = `Bearer ${'s3cr3t'.repeat(600)}`;
    const server = await endpoint({
      respond: ({ headers }, n) => ({
        status: 401,
        body: `${'x'.repeat(n === 1 ? 0 : 1_000)}you sent ${headers['authorization']}`,
      }),
    });
    const { post } = poster();
    const header = { name: 'Authorization', value };
    expect(await post(server.url, '{}', header)).toMatchObject({ statusCode: 401, excerpt: 'you sent ***' });
    expect(await post(server.url, '{}', header)).toMatchObject({ excerpt: `${'x'.repeat(1_000)}you sent ***` });
  });

  it('[P8] that redirect are never followed, be it to a metadata address or to a good one', async () => {
    const target = await endpoint();
    const server = await endpoint({
      respond: (_request, n) => ({
        status: n % 2 ? 307 : 302,
        headers: { location: n > 2 ? target.url : 'http://169.254.169.254/latest/meta-data/' },
      }),
    });
    const { post } = poster();
    const header = { name: 'Authorization', value: 'Bearer s3cr3t' };
    for (const statusCode of [307, 302, 307, 302])
      expect(await post(server.url, '{}', header)).toMatchObject({ statusCode });
    expect(target.requests).toHaveLength(0);
  });

  it('beyond 64 KiB are cut off: 1 KB is kept, the status counts and the connection is dropped', async () => {
    const server = await endpoint({ respond: () => ({ body: Buffer.alloc(5_000_000, 'x') }) });
    const sender = poster();
    for (const connections of [1, 2]) {
      expect(await sender.post(server.url)).toMatchObject({ statusCode: 200, excerpt: 'x'.repeat(1024) });
      expect(server.connectionCount()).toBe(connections);
    }
  });

  it('whose body breaks off after a 2xx count by their status', async () => {
    const server = await endpoint({ respond: () => ({ kind: 'reset', status: 200 }) });
    expect(await poster().post(server.url)).toMatchObject({ kind: 'answered', statusCode: 200 });
  });

  it('that claim to be compressed are not inflated', async () => {
    const server = await endpoint({ respond: () => ({ headers: { 'content-encoding': 'gzip' }, body: 'not gzip' }) });
    expect(await poster().post(server.url)).toMatchObject({ kind: 'answered', statusCode: 200, excerpt: 'not gzip' });
  });
});

/** Answers the request with `head`, then with `more` for as long as it is read. `sentBytes` settles when that has ended. */
const endlessServer = async (head: string, more: string) => {
  let tell: (bytes: number) => void = () => undefined;
  const sentBytes = new Promise<number>((resolve) => (tell = resolve));
  const host = await rawServer((socket) => {
    const sendMore = () => {
      if (!socket.destroyed) socket.write(more, sendMore);
    };
    socket.once('data', () => socket.write(head, sendMore));
    socket.once('close', () => tell(socket.bytesWritten));
  });
  return { url: `http://${host}/`, sentBytes };
};

describe('answers without end', () => {
  /** The bytes that were read, and those that lie unread in the buffers of both sockets. */
  const sentMaxBytes = 256 * 1024 + 16 * 1024 * 1024;

  it('[P12] with informational responses are cut off as answer_too_large', async () => {
    const informational = `HTTP/1.1 103 Early Hints\r\nlink: ${'a'.repeat(1_000)}\r\n\r\n`.repeat(16);
    const server = await endlessServer('HTTP/1.1 100 Continue\r\n\r\n', informational);
    const result = await poster().post(server.url);
    expect(result).toMatchObject({ kind: 'unanswered', errorCode: 'answer_too_large', statusCode: null });
    expect(await server.sentBytes).toBeLessThan(sentMaxBytes);
  });

  it('[P12] with chunk extensions are cut off, and count by their status', async () => {
    const chunk = `1;${'x'.repeat(8_000)}\r\na\r\n`;
    const server = await endlessServer('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', chunk);
    expect(await poster().post(server.url)).toMatchObject({ kind: 'answered', statusCode: 200 });
    expect(await server.sentBytes).toBeLessThan(sentMaxBytes);
  });

  it('are counted for each request anew: a connection that is kept may carry any number', async () => {
    const server = await endpoint({ respond: () => ({ body: 'a'.repeat(60_000) }) });
    const sender = poster();
    for (let count = 0; count < 8; count += 1) {
      expect(await sender.post(server.url)).toMatchObject({ kind: 'answered', statusCode: 200 });
      await sender.waitUntilRested();
    }
    expect(sender.counts.opened).toBe(1);
  });
});

describe('time limits', () => {
  it('include the body: a slow drip is a response_timeout, even after a status of 200', async () => {
    const server = await endpoint({ respond: () => ({ kind: 'drip', everyMs: 10 }) });
    const sender = poster({ totalTimeoutMs: 1_000 });
    // A machine that pauses for so long does not read the head in time.
    const postInTime = () =>
      pollUntil('a status in time', async () => {
        const result = await sender.post(server.url);
        return result.statusCode === null ? undefined : result;
      });
    expect(await postInTime()).toMatchObject({
      kind: 'unanswered',
      errorCode: 'response_timeout',
      statusCode: 200,
    });
    server.respondWith(() => ({}));
    expect(await postInTime()).toMatchObject({ kind: 'answered', statusCode: 200 });
    expect(sender.counts.reused).toBe(0);
  });

  it('include the TLS handshake in the connect: a silent server is a connection_timeout', async () => {
    const host = await rawServer(() => undefined);
    const result = await poster({ connectTimeoutMs: 100 }).post(`https://${host}/`);
    expect(result).toMatchObject({ kind: 'unanswered', errorCode: 'connection_timeout' });
  });

  it('for the connect do not end a slow answer', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const server = await endpoint({ respond: () => released.then(() => ({})) });
    const sender = poster({ connectTimeoutMs: 500 });
    // A machine that pauses for so long does not connect in time.
    const { first } = await pollUntil('a request', async () => {
      const post = sender.post(server.url);
      const arrived = server.waitFor(1).then(() => 'arrived');
      return (await Promise.race([post, arrived])) === 'arrived' ? { first: post } : undefined;
    });
    // A second connection that times out in its connect shows that the limit of the first has long passed.
    const silent = await rawServer(() => undefined);
    expect(await sender.post(`https://${silent}/`)).toMatchObject({ errorCode: 'connection_timeout' });
    release();
    expect(await first).toMatchObject({ statusCode: 200 });
  });
});

describe('connections', () => {
  it('are reused over TLS as well', async () => {
    const server = await endpoint({ tls: selfSigned });
    const sender = poster({ ca: selfSigned.cert });
    for (let n = 0; n < 5; n += 1) {
      expect(await sender.post(server.url)).toMatchObject({ statusCode: 200 });
      await sender.waitUntilRested();
    }
    expect(server.connectionCount()).toBe(1);
  });

  it('that the server closed in the moment of reuse cost nothing: the post goes out on a new one', async () => {
    let connections = 0;
    const host = await rawServer((socket) => {
      connections += 1;
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        // The second request on a connection meets its end, as if the two had crossed on the wire.
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
        else socket.resetAndDestroy();
      });
    });
    const sender = poster();
    for (let n = 0; n < 3; n += 1) {
      expect(await sender.post(`http://${host}/`)).toMatchObject({ statusCode: 200 });
      await sender.waitUntilRested();
    }
    expect(connections).toBe(3);
  });

  it('that break after a first byte of the answer are a connection_reset and not tried again', async () => {
    let requests = 0;
    const host = await rawServer((socket) => {
      socket.on('data', () => {
        requests += 1;
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
        else socket.write('HTTP/1.1 2', () => socket.resetAndDestroy());
      });
    });
    const sender = poster();
    await sender.post(`http://${host}/`);
    await sender.waitUntilRested();
    expect(await sender.post(`http://${host}/`)).toMatchObject({ errorCode: 'connection_reset' });
    expect(requests).toBe(2);
  });

  it('beyond the limit close after their request instead of going idle', async () => {
    const server = await endpoint();
    const sender = poster({ socketsMax: 2 });
    await Promise.all(Array.from({ length: 10 }, () => sender.post(server.url)));
    await sender.post(server.url);
    await sender.waitUntilRested();
    expect(sender.counts.open).toBeLessThanOrEqual(2);
    expect(server.requests).toHaveLength(11);
  });

  it('go directly, despite the proxies that the environment names', async () => {
    const proxy = await endpoint();
    const server = await endpoint();
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'];
    for (const name of names) process.env[name] = proxy.origin;
    cleanUps.push(() => names.forEach((name) => Reflect.deleteProperty(process.env, name)));
    expect(await poster().post(server.url)).toMatchObject({ statusCode: 200 });
    expect([server.requests.length, proxy.requests.length]).toEqual([1, 0]);
  });
});
