import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EndpointServer, pollUntil, startEndpointServer } from '@delivery/test-support';
import { type DnsServer, startDnsServer } from '../support/dns-server.js';
import { type Poster, useResources } from '../support/post-harness.js';
import { selfSigned } from '../support/self-signed-certificate.js';

/** 127.0.0.1 is the one address that is opened; 127.0.0.2 stands for everything private. */
let server: EndpointServer;
let dns: DnsServer;
const { poster } = useResources(() => ({ dnsServer: dns.address }));
const good = { addresses: ['127.0.0.1'], ttlSeconds: 60 };

beforeAll(async () => {
  // All addresses of the machine, so that a connection to a wrong address would be accepted.
  server = await startEndpointServer({ host: '::' });
  dns = await startDnsServer(() => 'nxdomain');
});
afterAll(async () => {
  await server.close();
  await dns.close();
});

const refusedWithoutConnection = async (sender: Poster, url: string, errorCode = 'address_refused') => {
  const connectionsBefore = server.connectionCount();
  expect(await sender.post(url)).toMatchObject({ kind: 'unanswered', errorCode, statusCode: null });
  expect(server.connectionCount()).toBe(connectionsBefore);
};

describe('an address in the URL', () => {
  it.each([
    ['loopback', '127.0.0.2'],
    ['decimal', '2130706434'],
    ['full-width digits', '１２７.0.0.2'],
    ['IPv6 loopback', '[::1]'],
    ['IPv4-mapped', '[::ffff:127.0.0.1]'],
    ['cloud metadata', '169.254.169.254'],
  ])('that is %s is refused at once: %s', async (_what, host) => {
    await refusedWithoutConnection(poster(), `http://${host}:${server.port}/`);
  });

  it('is refused under https as well', async () => {
    await refusedWithoutConnection(poster(), `https://127.0.0.2:${server.port}/`);
    await refusedWithoutConnection(poster(), `https://[::1]:${server.port}/`);
  });

  it('is called when its range is opened, also by https', async () => {
    expect(await poster().post(`http://127.0.0.1:${server.port}/`)).toMatchObject({ statusCode: 200 });
    const secure = await startEndpointServer({ tls: selfSigned });
    try {
      expect(await poster({ ca: selfSigned.cert }).post(secure.url)).toMatchObject({ statusCode: 200 });
    } finally {
      await secure.close();
    }
  });
});

describe('a URL', () => {
  it.each([
    ['user information', 'http://user:pass@127.0.0.1/'],
    ['another scheme', 'ftp://127.0.0.1/'],
    ['a port of another protocol', 'http://127.0.0.1:25/'],
  ])('with %s is refused: %s', async (_what, url) => {
    await refusedWithoutConnection(poster(), url, 'url_refused');
  });

  it('with http is refused unless http is allowed', async () => {
    await refusedWithoutConnection(poster({ allowHttp: false }), `http://127.0.0.1:${server.port}/`, 'url_refused');
  });
});

describe('a name', () => {
  it('that resolves well is called, and asked for once per TTL', async () => {
    dns.answerWith(() => ({ ...good, ttlSeconds: 30 }));
    let nowMs = 0;
    const sender = poster({ nowMs: () => nowMs });
    const url = `http://ttl.test:${server.port}/`;
    const asked = () => dns.queries.filter((query) => query.name === 'ttl.test' && query.family === 4).length;
    const postOnNewConnection = async () => {
      // A response beyond the limit drops its connection, so that the next post has to resolve again.
      server.respondWith(() => ({ body: Buffer.alloc(500_000) }));
      expect(await sender.post(url)).toMatchObject({ statusCode: 200 });
    };
    await postOnNewConnection();
    nowMs = 29_999;
    await postOnNewConnection();
    expect(asked()).toBe(1);
    nowMs = 30_000;
    await postOnNewConnection();
    expect(asked()).toBe(2);
    server.respondWith(() => ({}));
  });

  it('that resolves to a mix is refused, wherever the bad address stands', async () => {
    for (const addresses of [
      ['127.0.0.1', '10.0.0.1'],
      ['10.0.0.1', '127.0.0.1'],
      ['127.0.0.1', '::1'],
      ['127.0.0.1', '::ffff:127.0.0.1'],
    ]) {
      dns.answerWith(() => ({ addresses, ttlSeconds: 0 }));
      await refusedWithoutConnection(poster(), `http://mix.test:${server.port}/`);
    }
  });

  it('that resolves well the first time and badly the second (rebinding) reaches only the checked address', async () => {
    // Good for the first look, private for every later one. A guard that looks once and connects by another look fails.
    dns.answerWith((_name, family) => {
      const looks = dns.queries.filter((query) => query.name === 'rebind.test' && query.family === family).length;
      return { addresses: [looks === 1 ? '127.0.0.1' : '127.0.0.2'], ttlSeconds: 0 };
    });
    const sender = poster();
    const url = `http://rebind.test:${server.port}/`;
    server.respondWith(() => ({ headers: { connection: 'close' } }));
    expect(await sender.post(url)).toMatchObject({ statusCode: 200 });
    await refusedWithoutConnection(sender, url);
    server.respondWith(() => ({}));
  });

  it('[P6] whose DNS servers are silent fails at the connect timeout, and holds up no other name meanwhile', async () => {
    dns.answerWith((name) => (name.startsWith('silent') ? 'silence' : { ...good, ttlSeconds: 0 }));
    const sender = poster({ connectTimeoutMs: 500 });
    // A machine that pauses for as long as the connect may take ends them all: then once more.
    const ended = await pollUntil('an answer while all of the silent ones are waited for', async () => {
      const silent = Array.from({ length: 20 }, (_, n) => sender.post(`http://silent${n}.test:${server.port}/`));
      const settled = Promise.race(silent).then(() => 'silent');
      const healthy = sender.post(`http://healthy.test:${server.port}/`).then(({ statusCode }) => statusCode);
      const first = await Promise.race([settled, healthy]);
      const results = await Promise.all(silent);
      return first === 200 ? results : undefined;
    });
    for (const result of ended) expect(result).toMatchObject({ kind: 'unanswered', errorCode: 'dns_timeout' });
  });

  it('whose IPv6 query is broken is reached by IPv4', async () => {
    dns.answerWith((_name, family) => (family === 6 ? 'nxdomain' : { ...good, ttlSeconds: 0 }));
    expect(await poster().post(`http://half.test:${server.port}/`)).toMatchObject({ statusCode: 200 });
  });

  it('in the hosts file, or localhost, needs no DNS, and is checked like any other, also for ranges that configuration blocks', async () => {
    dns.answerWith(() => 'nxdomain');
    const hosts = { 'box.test': ['127.0.0.1'], 'inside.test': ['10.0.0.1'] };
    const sender = poster({ hosts, allow: '127.0.0.0/8,::1' });
    expect(await sender.post(`http://BOX.test:${server.port}/`)).toMatchObject({ statusCode: 200 });
    expect(await sender.post(`http://localhost:${server.port}/`)).toMatchObject({ statusCode: 200 });
    expect(await sender.post(`http://localhost.:${server.port}/`)).toMatchObject({ statusCode: 200 });
    await refusedWithoutConnection(sender, `http://inside.test:${server.port}/`);
    await refusedWithoutConnection(poster({ allow: '' }), `http://localhost:${server.port}/`);
    await refusedWithoutConnection(poster({ hosts, block: '127.0.0.1' }), `http://box.test:${server.port}/`);
    await refusedWithoutConnection(poster({ allow: '' }), `http://x.localhost:${server.port}/`);
  });
});
