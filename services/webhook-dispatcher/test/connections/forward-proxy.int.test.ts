import { beforeEach, describe, expect, it } from '@jest/globals';
import { pollUntil } from '@delivery/test-support';
import { startConnectProxy } from '../support/connect-proxy.js';
import { createPoster, useResources } from '../support/post-harness.js';
import { selfSigned } from '../support/self-signed-certificate.js';

let proxy: Awaited<ReturnType<typeof startConnectProxy>>;
const { cleanUps, endpoint, poster } = useResources(() => ({
  proxy: proxy.url,
  ca: selfSigned.cert,
  hosts: { 'receiver.test': ['127.0.0.1'] },
}));
beforeEach(async () => {
  proxy = await startConnectProxy();
  cleanUps.push(proxy.close);
});

describe('Through a forward proxy', () => {
  it('[P25] https goes to the address that was resolved and checked here, while TLS and Host stay with the name, over one tunnel', async () => {
    const server = await endpoint({ tls: selfSigned });
    const sender = poster();
    for (let n = 0; n < 3; n += 1) {
      expect(await sender.post(`https://receiver.test:${server.port}/hook`)).toMatchObject({
        statusCode: 200,
        excerpt: '{}',
      });
      await sender.waitUntilRested();
    }
    expect(proxy.targets).toEqual([`127.0.0.1:${server.port}`]);
    expect(server.requests.map(({ headers }) => headers['host'])).toEqual(
      Array.from({ length: 3 }, () => `receiver.test:${server.port}`),
    );
    expect(server.connectionCount()).toBe(1);
    expect(sender.counts).toEqual({ opened: 1, reused: 2, open: 1 });
  });

  it('http goes in a tunnel too, so that the proxy connects, to the address that was checked', async () => {
    const server = await endpoint();
    const sender = poster();
    for (let n = 0; n < 2; n += 1) {
      await sender.post(`http://receiver.test:${server.port}/hook?a=b`);
      await sender.waitUntilRested();
    }
    expect(proxy.targets).toEqual([`127.0.0.1:${server.port}`]);
    expect(server.requests.map(({ path, headers }) => [path, headers['host']])).toEqual(
      Array.from({ length: 2 }, () => ['/hook?a=b', `receiver.test:${server.port}`]),
    );
  });

  it('may speak TLS itself, and is refused where its certificate is not trusted', async () => {
    const secure = await startConnectProxy({ tls: selfSigned });
    cleanUps.push(secure.close);
    const server = await endpoint({ tls: selfSigned });
    const url = `https://receiver.test:${server.port}/`;
    expect(await poster({ proxy: secure.url }).post(url)).toMatchObject({ statusCode: 200 });
    expect(secure.targets).toEqual([`127.0.0.1:${server.port}`]);
    const untrusting = { proxy: secure.url, hosts: { 'receiver.test': ['127.0.0.1'] } };
    const sender = createPoster(untrusting);
    cleanUps.push(sender.close);
    expect(await sender.post(url)).toMatchObject({ errorCode: 'proxy_unreachable' });
  });

  it('a certificate of another name is refused, as without one', async () => {
    const server = await endpoint({ tls: selfSigned });
    const sender = poster({ hosts: { 'other.test': ['127.0.0.1'] } });
    expect(await sender.post(`https://other.test:${server.port}/`)).toMatchObject({
      errorCode: 'certificate_wrong_host',
    });
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    'https://10.0.0.1/',
    'https://[::1]/',
    'http://169.254.169.254/',
    'https://inner.test/',
    'https://half.test/',
  ])('[P25] %s is refused before the proxy is asked: it does not resolve for us', async (url) => {
    const hosts = { 'inner.test': ['192.168.1.1'], 'half.test': ['127.0.0.1', '10.0.0.1'] };
    expect(await poster({ hosts }).post(url)).toMatchObject({ kind: 'unanswered', errorCode: 'address_refused' });
    expect(proxy.targets).toEqual([]);
  });

  it('the next address is asked for where the proxy cannot get to the first', async () => {
    const server = await endpoint();
    proxy.answerWith((target) => (target.startsWith('127.0.0.2:') ? { status: 503 } : undefined));
    const sender = poster({ allow: '127.0.0.0/8', hosts: { 'receiver.test': ['127.0.0.2', '127.0.0.1'] } });
    expect(await sender.post(`http://receiver.test:${server.port}/`)).toMatchObject({ statusCode: 200 });
    expect(proxy.targets).toEqual([`127.0.0.2:${server.port}`, `127.0.0.1:${server.port}`]);
  });

  it('the login in its URL is sent to the proxy alone', async () => {
    const guarded = await startConnectProxy({ login: 'ana:p@ss word' });
    cleanUps.push(guarded.close);
    const server = await endpoint();
    const withLogin = new URL(guarded.url);
    [withLogin.username, withLogin.password] = ['ana', 'p@ss word'];
    expect(await poster({ proxy: withLogin }).post(server.url)).toMatchObject({ statusCode: 200 });
    expect(await poster({ proxy: guarded.url }).post(server.url)).toMatchObject({ errorCode: 'proxy_login_failed' });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]!.headers).not.toHaveProperty('proxy-authorization');
  });

  it.each([
    [403, 'proxy_refused'],
    [405, 'proxy_refused'],
    [410, 'proxy_refused'],
    [407, 'proxy_login_failed'],
    [302, 'proxy_refused'],
    [502, 'connection_failed'],
    [504, 'connection_failed'],
  ])('[P25] its own %i is %s, and never taken for an answer of the server', async (status, errorCode) => {
    proxy.answerWith(() => ({ status }));
    const server = await endpoint();
    expect(await poster().post(server.url)).toMatchObject({ kind: 'unanswered', errorCode, statusCode: null });
  });

  it('an absent proxy is distinguished from an absent server', async () => {
    const server = await endpoint();
    const gone = await endpoint();
    await gone.close();
    cleanUps.splice(cleanUps.indexOf(gone.close), 1);
    const sender = poster();
    expect(await sender.post(gone.url)).toMatchObject({ errorCode: 'connection_failed' });
    await proxy.close();
    cleanUps.splice(cleanUps.indexOf(proxy.close), 1);
    expect(await sender.post(server.url)).toMatchObject({ kind: 'unanswered', errorCode: 'proxy_unreachable' });
  });

  it('[P25] a frozen one is distinguished from a silent server by whether it has answered any request since', async () => {
    const server = await endpoint();
    const silent = `http://127.0.0.1:${server.port + 1 > 65_535 ? 1_024 : server.port + 1}/`;
    proxy.answerWith((target) => (target.endsWith(`:${server.port}`) ? undefined : 'hang'));
    const sender = poster({ connectTimeoutMs: 500 });
    expect(await sender.post(silent)).toMatchObject({ errorCode: 'proxy_unreachable' });
    // A machine that pauses for as long as the connect may take ends both: then once more.
    const late = await pollUntil('an answer while the silent one is waited for', async () => {
      const hanging = sender.post(silent);
      const answered = sender.post(server.url).then(({ statusCode }) => statusCode);
      const first = await Promise.race([hanging, answered]);
      const result = await hanging;
      return first === 200 ? result : undefined;
    });
    expect(late).toMatchObject({ errorCode: 'connection_timeout' });
  });

  it('closes open connections when the process stops', async () => {
    const server = await endpoint({ tls: selfSigned });
    const sender = poster();
    await sender.post(`https://receiver.test:${server.port}/`);
    const closed = new Promise<void>((resolve) => {
      const look = () => (sender.counts.open === 0 ? resolve() : setImmediate(look));
      look();
    });
    sender.close();
    await closed;
  });
});
