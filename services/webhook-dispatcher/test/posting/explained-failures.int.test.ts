import type { TlsOptions } from 'node:tls';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  pollUntil,
  type RawReceiver,
  rawResponse,
  receiverZoo,
  type Speak,
  startRawReceiver,
} from '@delivery/test-support';
import { type Certificate, makeCertificate } from '../support/certificates.js';
import { startDnsServer, type Zone } from '../support/dns-server.js';
import { type createPoster, useResources } from '../support/post-harness.js';

const { cleanUps, endpoint, poster } = useResources();
const receive = async (speak: Speak, tls?: TlsOptions): Promise<RawReceiver> => {
  const receiver = await startRawReceiver({ '/': speak }, tls);
  cleanUps.push(receiver.close);
  return receiver;
};
const taken = { kind: 'answered', statusCode: 200 };
const failed = (errorCode: string, errorDetail: unknown = expect.anything()) => ({
  kind: 'unanswered',
  errorCode,
  errorDetail,
});

describe('a TLS receiver', () => {
  const host = 'receiver.test';
  let root: Certificate;
  let certificates: Readonly<Record<string, Certificate>>;

  beforeAll(async () => {
    const authority = await makeCertificate({ name: 'root', isAuthority: true });
    root = authority;
    const intermediate = await makeCertificate({ name: 'intermediate', isAuthority: true, issuer: authority });
    const stranger = await makeCertificate({ name: 'stranger', isAuthority: true });
    const [past, soon] = [new Date(Date.now() - 1_000), new Date(Date.now() + 3_600_000)];
    const leaf = await makeCertificate({ name: host, hosts: [host], issuer: intermediate });
    const ofStranger = await makeCertificate({ name: host, hosts: [host], issuer: stranger });
    certificates = {
      good: await makeCertificate({ name: host, hosts: [host], issuer: authority }),
      expired: await makeCertificate({ name: host, hosts: [host], issuer: authority, validUntil: past }),
      early: await makeCertificate({ name: host, hosts: [host], issuer: authority, validFrom: soon }),
      selfSigned: await makeCertificate({ name: host, hosts: [host] }),
      elsewhere: await makeCertificate({ name: host, hosts: ['elsewhere.test'], issuer: authority }),
      nameless: await makeCertificate({ name: host, issuer: authority }),
      incomplete: leaf,
      whole: { key: leaf.key, cert: `${leaf.cert}\n${intermediate.cert}` },
      stranger: { key: ofStranger.key, cert: `${ofStranger.cert}\n${stranger.cert}` },
    };
  });

  const post = async (certificate: string, options: TlsOptions = {}) => {
    const { key, cert } = certificates[certificate]!;
    const { port } = await receive(receiverZoo.plain(200), { key, cert, ...options });
    const { post: send } = poster({ ca: root.cert, hosts: { [host]: ['127.0.0.1'] } });
    return await send(`https://${host}:${port}/`);
  };

  it.each([
    ['expired', 'certificate_expired', null],
    ['early', 'certificate_not_yet_valid', null],
    ['selfSigned', 'certificate_self_signed', null],
    ['stranger', 'certificate_authority_unknown', null],
    ['incomplete', 'certificate_chain_incomplete', null],
    ['elsewhere', 'certificate_wrong_host', expect.stringContaining('DNS:elsewhere.test')],
  ])('whose certificate is %s is reported as %s', async (certificate, errorCode, detail) => {
    expect(await post(certificate)).toMatchObject(failed(errorCode, detail));
  });

  it.each(['good', 'whole', 'nameless'])('whose certificate is %s is called', async (certificate) => {
    expect(await post(certificate)).toMatchObject(taken);
  });

  it('that speaks only TLS 1.0 is reported as tls_version_unsupported', async () => {
    const old: TlsOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' };
    expect(await post('good', old)).toMatchObject(failed('tls_version_unsupported'));
  });

  it('that asks for a client certificate is reported as client_certificate_required', async () => {
    const asking: TlsOptions = { requestCert: true, rejectUnauthorized: true, ca: root.cert };
    expect(await post('good', asking)).toMatchObject(failed('client_certificate_required'));
    const refused = await post('good', { ...asking, maxVersion: 'TLSv1.2' });
    expect(refused).toMatchObject(failed('tls_failure', expect.stringContaining('handshake failure')));
  });

  it('that speaks plain HTTP is reported as not_tls', async () => {
    const { port } = await endpoint();
    expect(await poster().post(`https://127.0.0.1:${port}/`)).toMatchObject(failed('not_tls'));
  });
});

describe('a redirect', () => {
  it.each([301, 302, 307, 308])('with %i is reported with its target, without query and user name', async (status) => {
    const location = 'https://user:pass@new.test/hooks?token=s3cr3t#part';
    const { origin } = await receive((connection) => void connection.write(rawResponse(status, { location })));
    expect(await poster().post(`${origin}/`)).toMatchObject({
      kind: 'answered',
      statusCode: status,
      redirectsTo: 'https://new.test/hooks',
    });
  });

  it.each([
    ['https://sãopaulo.test/olá', 'https://sãopaulo.test/olá'],
    ['//sãopaulo.test/olá?token=s3cr3t', '//sãopaulo.test/olá'],
    ['https://new.test/ol%C3%A1', 'https://new.test/ol%C3%A1'],
    ['http:\\\\user:pass@new.test/hooks', 'http:\\\\new.test/hooks'],
    ['https:user:pass@new.test/hooks', 'https:new.test/hooks'],
    ['http://[', 'http://['],
  ])('to %s is reported as the receiver wrote it', async (location, redirectsTo) => {
    const { origin } = await receive((connection) => void connection.write(rawResponse(307, { location })));
    expect(await poster().post(`${origin}/`)).toMatchObject({ statusCode: 307, redirectsTo });
  });

  it('to a path is reported with its origin, and one without a target as it is', async () => {
    const { origin } = await receive((connection) => void connection.write(rawResponse(308, { location: '/new' })));
    expect(await poster().post(`${origin}/`)).toMatchObject({ redirectsTo: `${origin}/new` });
    for (const headers of [{}, { location: '?token=s3cr3t' }]) {
      const lost = await receive((connection) => void connection.write(rawResponse(301, headers)));
      expect(await poster().post(`${lost.origin}/`)).toMatchObject({ statusCode: 301, redirectsTo: null });
    }
  });
});

describe('a name', () => {
  const postTo = async (zone: Zone, settings: Parameters<typeof createPoster>[0] = {}) => {
    const dns = await startDnsServer(zone);
    cleanUps.push(dns.close);
    return await poster({ dnsServer: dns.address, ...settings }).post('http://receiver.test/');
  };

  it('that does not exist, or has no address, is reported as dns_not_found', async () => {
    expect(await postTo(() => 'nxdomain')).toMatchObject(failed('dns_not_found', null));
    expect(await postTo(() => ({ addresses: [], ttlSeconds: 0 }))).toMatchObject(failed('dns_not_found', null));
  });

  it('whose servers fail is reported as dns_failure', async () => {
    expect(await postTo(() => 'servfail')).toMatchObject(failed('dns_failure', null));
  });

  it('whose servers do not answer is reported as dns_timeout', async () => {
    expect(await postTo(() => 'silence')).toMatchObject(failed('dns_timeout', null));
    expect(await postTo(() => 'silence', { connectTimeoutMs: 100 })).toMatchObject(failed('dns_timeout', null));
  });

  it('whose servers drop queries for IPv6 is reached by IPv4 before these have timed out', async () => {
    const receiver = await receive(receiverZoo.plain(200));
    const dns = await startDnsServer((_name, family) =>
      family === 6 ? 'silence' : { addresses: ['127.0.0.1'], ttlSeconds: 0 },
    );
    cleanUps.push(dns.close);
    const sender = poster({ dnsServer: dns.address, connectTimeoutMs: 900 });
    // A machine that pauses for so long connects too late: then once more.
    const result = await pollUntil('an answer', async () => {
      const one = await sender.post(`http://receiver.test:${receiver.port}/`);
      return one.kind === 'answered' ? one : undefined;
    });
    expect(result).toMatchObject(taken);
  });

  it('that leads to an address which is refused is reported with the address', async () => {
    const addresses = ['127.0.0.1', '10.1.2.3'];
    const refused = failed('address_refused', '10.1.2.3: private');
    expect(await postTo(() => ({ addresses, ttlSeconds: 0 }))).toMatchObject(refused);
  });
});

describe('a connection', () => {
  it('that is refused is reported with the addresses that were tried', async () => {
    const { port, close } = await startRawReceiver({});
    await close();
    const sender = poster({ allow: '127.0.0.1,127.0.0.2', hosts: { 'two.test': ['127.0.0.1', '127.0.0.2'] } });
    const one = failed('connection_refused', `127.0.0.1:${port}`);
    expect(await sender.post(`http://127.0.0.1:${port}/`)).toMatchObject(one);
    const both = failed('connection_refused', `127.0.0.1:${port}, 127.0.0.2:${port}`);
    expect(await sender.post(`http://two.test:${port}/`)).toMatchObject(both);
  });

  it('that is reset is reported as connection_reset', async () => {
    const { origin } = await receive((connection) => void connection.resetAndDestroy());
    expect(await poster().post(`${origin}/`)).toMatchObject(failed('connection_reset', null));
  });

  it('that no route leads to is reported as host_unreachable, with the address', async () => {
    // A broadcast address: the system refuses to connect to it.
    const sender = poster({ allow: '255.255.255.255' });
    expect(await sender.post('http://255.255.255.255:81/')).toMatchObject(
      failed('host_unreachable', '255.255.255.255:81'),
    );
  });
});

/** `docs/webhooks.md` has the behaviour of curl, Go and Python for each. */
describe('a response that breaks a rule of HTTP', () => {
  const long = Array.from({ length: 20 }, (_, index) => `x-${index}: ${'a'.repeat(1_000)}\r\n`);

  it.each<[string, Speak]>([
    ['20 KB of headers', receiverZoo.oddHead(200, ...long)],
    ['lines that end with a line feed alone', receiverZoo.bareLineFeeds(200)],
    ['a length beside chunks', receiverZoo.lengthBesideChunked(200)],
    ['a control character in a header', receiverZoo.oddHead(200, 'x-note: a\x01b\r\n')],
    ['a header that goes on in the next line', receiverZoo.oddHead(200, 'x-note: a\r\n b\r\n')],
  ])('[P5] by %s is taken, as other clients take it', async (_rule, speak) => {
    const { origin } = await receive(speak);
    expect(await poster().post(`${origin}/`)).toMatchObject(taken);
  });

  it.each<[string, string, Speak]>([
    ['a blank before a colon', 'Invalid header token', receiverZoo.oddHead(200, 'x-note : a\r\n')],
    ['a line without a colon', 'Invalid header token', receiverZoo.oddHead(200, 'nonsense\r\n')],
    ['two lengths', 'Duplicate Content-Length', receiverZoo.oddHead(200, 'content-length: 3\r\n')],
  ])('[P5] by %s is reported with the rule and the status', async (_rule, detail, speak) => {
    const { origin } = await receive(speak);
    const result = await poster().post(`${origin}/`);
    expect(result).toMatchObject({ ...failed('invalid_response', expect.stringContaining(detail)), statusCode: 200 });
  });

  it('by headers beyond 256 KiB is reported as answer_too_large', async () => {
    const { origin } = await receive(receiverZoo.oddHead(200, `x: ${'a'.repeat(300_000)}\r\n`));
    expect(await poster().post(`${origin}/`)).toMatchObject(failed('answer_too_large'));
  });

  it('by an upgrade that was not asked for is reported with its status at once', async () => {
    const { origin } = await receive(receiverZoo.switchesProtocols());
    const sender = poster();
    expect(await sender.post(`${origin}/`)).toMatchObject({ kind: 'answered', statusCode: 101 });
    await pollUntil('the connection is closed', () => sender.counts.open === 0 || undefined);
  });
});
