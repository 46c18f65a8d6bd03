import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as startRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollUntil } from '@delivery/test-support';
import { type Harness, startHarness } from '../support/intake-harness.js';

type Document = { paths: Record<string, Record<string, object>> };

let harness: Harness;
let document: Document;
beforeAll(async () => {
  harness = await startHarness({
    RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: '100000',
    SECURITY_CONTACT: 'mailto:security@example.com',
  });
  document = (await (await fetch(`${harness.url}/openapi.json`)).json()) as Document;
});
afterAll(() => harness.close());

const styleHashes =
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='";
const guidePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'";
const policies = {
  '/docs': guidePolicy,
  '/docs/reference-orders': `default-src 'none'; style-src 'self' ${styleHashes}; script-src 'self'; connect-src 'self'; worker-src blob:; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  '/docs/guide': guidePolicy,
  '/docs/guide-pt': guidePolicy,
};
const pages = Object.keys(policies) as (keyof typeof policies)[];

describe.each(pages)('a page: %s', (path) => {
  it('is served without credentials, and may load nothing but files served beside it', async () => {
    const response = await fetch(harness.url + path);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe(policies[path]);
    const page = await response.text();
    expect(page).toMatch(/<main[ >]/);
    expect(page).not.toMatch(/<style|<script[^>]*>[^<]|\sstyle=|\son\w+=/i);
  });

  it('is found with a slash behind it too, where its links would lead elsewhere', async () => {
    const response = await fetch(`${harness.url}${path}/`, { redirect: 'manual' });
    await response.arrayBuffer();
    const target = new URL(response.headers.get('location') ?? '', `${harness.url}${path}/`);
    expect([response.status, target.pathname]).toEqual([308, path]);
  });
});

const linksOf = (page: string): string[] =>
  [...page.matchAll(/<(?:a|link|script|img)\b[^>]*?(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);

it('[P16] every linked page has only links that work, and names no file of the repository that is not served', async () => {
  const seen = new Map<string, { status: number; text: string }>();
  const missing: [page: string, link: string][] = [];
  const visit = async (url: URL) => {
    const known = seen.get(url.pathname);
    if (known) return known;
    const answer = await fetch(new URL(url.pathname, url));
    const found = { status: answer.status, text: await answer.text() };
    seen.set(url.pathname, found);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return found;
    for (const [name] of found.text.matchAll(/[\w./-]+\.md\b/g))
      if ((await visit(new URL(name, url))).status !== 200) missing.push([url.pathname, name]);
    for (const link of linksOf(found.text)) {
      const target = new URL(link, url);
      if (target.origin !== url.origin) continue;
      const { status, text } = await visit(target);
      const anchor = decodeURIComponent(target.hash.slice(1));
      // Redoc draws the calls of a tag.
      const isDrawn = target.pathname.includes('/reference-') && anchor.startsWith('operation/');
      const isThere =
        status === 200 &&
        (anchor === '' || text.includes(` id="${anchor}"`) || isDrawn || target.pathname === '/portal/');
      if (!isThere) missing.push([url.pathname, link]);
    }
    return found;
  };
  await visit(new URL('/docs/guide', harness.url));
  expect(missing).toEqual([]);
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([
      ...[
        '/docs',
        '/docs/reference-orders',
        '/docs/guide-pt',
        '/docs/open-delivery',
        '/open-delivery/docs',
        '/portal/',
      ],
      ...['/courier/docs', '/courier/docs/guide', '/courier/docs/courier.py'],
      ...['/platform/docs', '/platform/docs/guide', '/platform/openapi.json', '/platform/docs/events'],
      ...['/docs/events', '/docs/changelog', '/docs/coming-from', '/courier/docs/events'],
    ]),
  );
});

it('[P16] programs find every guide as Markdown, and all that they need, from one file', async () => {
  const index = await fetch(`${harness.url}/llms.txt`);
  expect(index.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const paths = [...(await index.text()).matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths) {
    const url = new URL(path, harness.url);
    const answer = await fetch(url);
    const text = await answer.text();
    expect([path, answer.status]).toEqual([path, 200]);
    if (!path.endsWith('.md')) continue;
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link = '']) => new URL(link, url));
    for (const link of links.filter(({ origin }) => origin === harness.url))
      expect([path, link.pathname, (await fetch(link, { method: 'HEAD' })).status]).toEqual([path, link.pathname, 200]);
  }
});

it('[P16] the guide leads from each language to the others, and says which one it is', async () => {
  const tags = { guide: 'en', 'guide-pt': 'pt-BR' };
  for (const [path, tag] of Object.entries(tags)) {
    const page = await (await fetch(`${harness.url}/docs/${path}`)).text();
    expect(page).toContain(`<html lang="${tag}">`);
    const links = [...page.matchAll(/<a href="([\w-]+)" lang="([\w-]+)" hreflang="\2"( aria-current="page")?>/g)];
    expect(Object.fromEntries(links.map(([, href, lang]) => [href, lang]))).toEqual(tags);
    expect(links.filter(([, , , current]) => current).map(([, href]) => href)).toEqual([path]);
  }
});

it('[P16] guides and documents name the retry schedule that order-state has, also after it changed', async () => {
  const read = async (path: string) => (await fetch(harness.url + path)).text();
  const isSaidIn = async (path: string, text: string) => (await read(path)).replaceAll(/\s+/g, ' ').includes(text);
  const [english, portuguese] = ['(±20 %): 3 attempts in about 1 min', '(±20 %): 3 tentativas em cerca de 1 min'];
  for (const [path, text] of [
    ['/docs/guide', `tried again, after 1 s and 1 min ${english}`],
    ['/docs/guide.md', `tried again, after 1 s and 1 min ${english}`],
    ['/docs/guide-pt', `tentada de novo, depois de 1 s e 1 min ${portuguese}`],
    ['/openapi.json', `Tried again, after 1 s and 1 min ${english}`],
    ['/courier/openapi.json', `Tried again, after 1 s and 1 min ${english}`],
    ['/platform/docs/reference-webhooks.json', `Tried again, after 1 s and 1 min ${english}`],
  ] as const)
    expect([path, await isSaidIn(path, text)]).toEqual([path, true]);
  harness.orderState.state.retryDelaysMs = [250];
  const changed = 'after 250 ms (±20 %): 2 attempts';
  await pollUntil('the new schedule', async () => (await isSaidIn('/docs/guide', changed)) || undefined);
});

it('the address alone and the reference are in the language that a browser asks for, and lead to the others', async () => {
  for (const [asked, path, tag, name] of [
    ['pt-PT,en;q=0.5', '/docs/guide-pt', 'pt-BR', 'Referência da API'],
    ['es-MX', '/docs/guide', 'en', 'API reference'],
    ['fr, en-GB;q=0.5', '/docs/guide', 'en', 'API reference'],
    ['fr', '/docs/guide', 'en', 'API reference'],
  ] as const) {
    const root = await request('/', { 'accept-language': asked });
    expect([root.status, root.headers.location, root.headers.vary]).toEqual([302, path.slice(1), 'accept-language']);
    const reference = await request('/docs', { 'accept-language': asked });
    expect(reference.headers).toMatchObject({ 'content-language': tag, vary: 'accept-encoding, accept-language' });
    expect(reference.body.toString()).toContain(`<title>${name} · Delivery orders</title>`);
    const own = await request(`/docs-${tag.slice(0, 2)}`, { 'accept-language': 'fr' });
    expect(own.body.equals(reference.body)).toBe(true);
    for (const other of ['docs-en', 'docs-pt']) expect(own.body.toString()).toContain(`<a href="${other}" `);
  }
});

describe('the files that every host is asked for', () => {
  it('include the icon', async () => {
    const icon = await fetch(`${harness.url}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  it('let crawlers read the documentation, all of which is served, and nothing else', async () => {
    const robots = await (await fetch(`${harness.url}/robots.txt`)).text();
    const allowed = [...robots.matchAll(/^Allow: (.+)$/gm)].map(([, path = '']) => path);
    expect(robots).toMatch(/^User-agent: \*\n(Allow: .+\n)+Disallow: \/\n$/);
    for (const path of allowed) expect([path, (await fetch(harness.url + path)).status]).toEqual([path, 200]);
    expect(allowed).toContain('/docs');
  });

  it('tell where to report a vulnerability, for less than a year', async () => {
    const security = await fetch(`${harness.url}/.well-known/security.txt`);
    const body = await security.text();
    expect(security.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(body).toContain('Contact: mailto:security@example.com\n');
    const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
  });
});

type Part = {
  paths: Record<string, Record<string, { 'x-codeSamples': unknown[] }>>;
  components: Record<string, Record<string, object>>;
};

describe('the files of a page', () => {
  it('have every call of the API once, in the part of its tag, with samples and with all that it refers to', async () => {
    const start = await (await fetch(`${harness.url}/docs/reference.md`)).text();
    const files = new Set([...start.matchAll(/\]\((reference-[\w-]+\.json)\)/g)].map(([, name = '']) => name));
    const calls: string[] = [];
    for (const name of files) {
      const part = (await (await fetch(`${harness.url}/docs/${name}`)).json()) as Part;
      for (const [path, methods] of Object.entries(part.paths))
        for (const [method, operation] of Object.entries(methods)) {
          calls.push(`${method} ${path}`);
          expect(operation['x-codeSamples']).toHaveLength(10);
        }
      for (const [, kind = '', component = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
        expect([name, component, component in (part.components[kind] ?? {})]).toEqual([name, component, true]);
    }
    const all = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(calls.sort()).toEqual(all.sort());
  });

  it('serves the receivers as they are in the repository', async () => {
    const served = await (await fetch(`${harness.url}/docs/receivers/receiver.py`)).text();
    const file = new URL('../../../../examples/python/receiver.py', import.meta.url);
    expect(served).toBe(readFileSync(file, 'utf8'));
  });

  it('serves the client as a package that npm takes, with its command line', async () => {
    const answer = await fetch(`${harness.url}/docs/delivery-client.tgz`);
    expect(answer.headers.get('content-type')).toBe('application/gzip');
    const archive = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString('latin1');
    for (const path of ['package/package.json', 'package/bin/delivery.js', 'package/dist/index.js']) {
      expect(archive).toContain(path);
    }
  });

  it.each([...pages, '/docs/redoc.js', '/openapi.json'])(
    'answers HEAD without a body and POST with 405: %s',
    async (path) => {
      const head = await fetch(harness.url + path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const post = await fetch(harness.url + path, { method: 'POST' });
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      await post.arrayBuffer();
    },
  );
});

/** As it comes over the wire: `fetch` would ask for gzip, and undo it. */
const request = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const sent = startRequest(harness.url + path, { method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
};

describe.each([['/openapi.json'], ['/docs/guide'], ['/docs/redoc.js'], ['/docs/reference-orders.json']])(
  'a published document: %s',
  (path) => {
    it('[P16] is compressed for clients that accept it, and decodes to the same text', async () => {
      const plain = await request(path);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
      for (const [accepted, coding, decode] of [
        ['br, gzip', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
      ] as const) {
        const small = await request(path, { 'accept-encoding': accepted });
        expect(small.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' });
        expect(small.body.length).toBeLessThan(plain.body.length / 3);
        expect(decode(small.body).equals(plain.body)).toBe(true);
      }
      const refused = await request(path, { 'accept-encoding': 'gzip;q=0, br;q=0, *' });
      expect([refused.headers['content-encoding'], refused.body.equals(plain.body)]).toEqual([undefined, true]);
    });

    it('[P16] is not sent again to a client that has it in the same coding', async () => {
      for (const coding of ['identity', 'gzip', 'br']) {
        const first = await request(path, { 'accept-encoding': coding });
        const etag = String(first.headers.etag);
        expect(etag).toMatch(/^"[\w-]+"$/);
        for (const known of [etag, `"other", W/${etag}`, '*']) {
          const again = await request(path, { 'accept-encoding': coding, 'if-none-match': known });
          expect([known, again.status, again.body.length]).toEqual([known, 304, 0]);
          expect(again.headers).toMatchObject({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
        }
        const changed = await request(path, { 'accept-encoding': coding, 'if-none-match': '"other"' });
        expect([changed.status, changed.body.equals(first.body)]).toEqual([200, true]);
      }
      const [plain, small] = [await request(path), await request(path, { 'accept-encoding': 'gzip' })];
      expect(plain.headers.etag).not.toBe(small.headers.etag);
    });
  },
);

describe('a page of another origin in a browser', () => {
  it('[P16] may read the documents, and no answer of the API', async () => {
    const origin = { origin: 'https://shop.example' };
    for (const path of ['/openapi.json', ...pages]) {
      expect((await request(path, origin)).headers['access-control-allow-origin']).toBe('*');
    }
    const preflight = { ...origin, 'access-control-request-method': 'POST' };
    for (const { headers } of [
      await request('/v1/external-orders', origin),
      await request('/v1/external-orders', preflight, 'OPTIONS'),
      await request('/nowhere', origin),
    ]) {
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});
