import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TrackedOrder, TrackingLook } from '@delivery/contracts';
import { createLogger } from '@delivery/service-kit';
import { type EndpointServer, pollUntil, startEndpointServer } from '@delivery/test-support';
import { type Browser, findViolations, openBrowser, type Page } from '@delivery/test-support/browser';
import { type Harness, makeMerchant, startHarness } from '../support/intake-harness.js';

let harness: Harness;
let browser: Browser;
const lines: string[] = [];
const order: TrackedOrder = {
  display_id: '137',
  status: 'on_route_to_delivery',
  merchant: 'Cantina da Praça',
  store: { name: 'Praça & <b>Centro</b>', phone: '1130001000' },
  courier: { name: 'Rui', vehicle: 'bicycle' },
  expected_at: '2026-01-31T18:30:00.000Z',
  way: {
    left_m: 1_300,
    done: 0.6,
    places: {
      store: { latitude: -23.557, longitude: -46.66 },
      door: { latitude: -23.549, longitude: -46.639 },
      courier: { latitude: -23.553, longitude: -46.65 },
    },
  },
  reached: {
    created: '2026-01-31T18:00:00.000Z',
    ready: '2026-01-31T18:10:00.000Z',
    on_route_to_delivery: '2026-01-31T18:20:00.000Z',
  },
};
/** The answer of order-state for each token; it does not answer for others. */
let looks: Map<string, TrackingLook>;

beforeAll(async () => {
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger({ service: 'intake-api', level: 'trace', destination });
  [harness, browser] = await Promise.all([
    startHarness({ RATE_LIMIT_TRACKING_PER_MINUTE: '5000' }, [makeMerchant()], logger),
    openBrowser(),
  ]);
  answerLooks(harness);
});
const answerLooks = ({ orderState }: Harness): void => {
  orderState.state.onCall = ({ path, body }) => {
    const seen = looks.get((JSON.parse(body) as { token: string }).token);
    if (path !== '/internal/v1/tracking' || !seen) return { status: 500 };
    return { status: 200, body: JSON.stringify(seen) };
  };
};
beforeEach(() => {
  looks = new Map([
    [tokenOf('s'), { state: 'shown', order }],
    [tokenOf('e'), { state: 'ended' }],
    [tokenOf('u'), { state: 'unknown' }],
  ]);
});
afterAll(async () => {
  await browser.close();
  await harness.close();
});

const tokenOf = (mark: string): string => mark.padEnd(38, '-');
const read = async (token: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${harness.url}/track/${token}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const callsOf = (token: string): number =>
  harness.orderState.state.calls.filter(({ body }) => body === JSON.stringify({ token })).length;

describe('The page of an order', () => {
  it('is read in the customer’s language, and is in none of the caches that keep or find pages', async () => {
    const languages = [
      ['pt-BR,pt;q=0.9', 'pt-BR', 'O seu pedido está a caminho', 'Faltam cerca de 1,3 km'],
      ['es-MX', 'es', 'Su pedido está en camino', 'en bicicleta'],
      ['de,en;q=0.5', 'en', 'Your order is on the way to you', 'by bicycle'],
      ['de', 'en', 'Order 137', '18:30 UTC'],
    ];
    for (const [accepted = '', lang, ...expected] of languages) {
      const { status, text } = await read(tokenOf('s'), { 'accept-language': accepted });
      expect(status).toBe(200);
      for (const words of [`<html lang="${lang}">`, ...expected]) expect(text).toContain(words);
    }
    const { headers, text } = await read(tokenOf('s'));
    expect(Object.fromEntries(headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      vary: 'accept-language, accept-encoding',
      ratelimit: expect.stringContaining('"tracking"'),
    });
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'sha256-[^ ]*';/);
    expect(headers.get('content-security-policy')).not.toContain('frame-src');
    expect(text).not.toMatch(/-23\.|-46\./);
    expect((await fetch(`${harness.url}/map/`)).status).toBe(404);
    expect(text).toContain('Praça &amp; &lt;b&gt;Centro&lt;/b&gt;');
    expect(Buffer.byteLength(text)).toBeLessThan(50_000);
    const unchanged = await read(tokenOf('s'), { 'if-none-match': headers.get('etag') ?? '' });
    expect(unchanged.status).toBe(304);
    expect(Object.fromEntries(unchanged.headers)).toMatchObject({
      vary: 'accept-language',
      ratelimit: expect.stringContaining('"tracking"'),
    });
  });

  it('that has ended is 410; one that never was, and a text that can be no token, are the same 404', async () => {
    const ended = await read(tokenOf('e'));
    expect([ended.status, ended.text.includes('This link has ended')]).toEqual([410, true]);
    const [unknown, other] = [await read(tokenOf('u')), await read('x')];
    expect([unknown.status, other.status, other.text]).toEqual([404, 404, unknown.text]);
    expect(unknown.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('costs one look for all that come within a second', async () => {
    const token = tokenOf('many');
    looks.set(token, { state: 'shown', order });
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 300 }, () => read(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(callsOf(token)).toBeLessThanOrEqual(1 + Math.floor((performance.now() - startedAt) / 1_000));
  });

  it('says that it is away while order-state is, and no log has a token', async () => {
    const token = tokenOf('secret-of-a-customer');
    const away = await read(token);
    expect([away.status, away.text.includes('Not available at the moment')]).toEqual([503, true]);
    looks.set(token, { state: 'shown', order });
    expect((await read(token)).status).toBe(200);
    expect(lines.join('')).toContain('/track/:token');
    expect(lines.join('')).not.toContain('secret-of-a-customer');
  });

  it('is limited for each address', async () => {
    const limited = await startHarness({ RATE_LIMIT_TRACKING_PER_MINUTE: '2' });
    const statuses = [];
    for (let look = 0; look < 3; look += 1) statuses.push((await fetch(`${limited.url}/track/x`)).status);
    expect(statuses).toEqual([404, 404, 429]);
    await limited.close();
  });
});

const open = async (locale: string, javaScriptEnabled = true): Promise<{ page: Page; complaints: string[] }> => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    locale,
    timezoneId: 'America/Sao_Paulo',
    javaScriptEnabled,
  });
  // The machine may be busy.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  return { page, complaints };
};

describe('A customer’s browser', () => {
  it('follows the order by itself, to its end and no further', async () => {
    const token = tokenOf('follow');
    looks.set(token, { state: 'shown', order });
    const { page, complaints } = await open('pt-BR');
    await page.clock.install();
    await page.goto(`${harness.url}/track/${token}`);
    await page.getByText('15:30', { exact: true }).waitFor();
    looks.set(token, { state: 'shown', order: { ...order, status: 'delivered', expected_at: null } });
    await pollUntil('it shows the end', async () => {
      await page.clock.fastForward(15_000);
      return (await page.getByRole('heading').innerText()) === 'O seu pedido foi entregue' ? true : undefined;
    });
    expect(await page.getByText('15:30', { exact: true }).count()).toBe(0);
    const asked = callsOf(token);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.clock.fastForward(600_000);
    expect([callsOf(token), requests]).toEqual([asked, []]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('finds the page whole without scripts, in WCAG 2.2 AA in light and dark colours, and no wider than a phone', async () => {
    for (const [token, words] of [
      [tokenOf('s'), 'Reload the page'],
      [tokenOf('e'), 'This link has ended'],
      [tokenOf('u'), 'There is no such page'],
    ] as const) {
      const plain = await open('en-GB', false);
      await plain.page.goto(`${harness.url}/track/${token}`);
      await plain.page.getByText(words).waitFor();
      await plain.page.context().close();
      const { page } = await open('en-GB');
      await page.goto(`${harness.url}/track/${token}`);
      expect([token, await findViolations(page)]).toEqual([token, []]);
      const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect([token, excess]).toEqual([token, 0]);
      await page.context().close();
    }
  });
});

describe('The map', () => {
  let mapped: Harness;
  let styles: EndpointServer;
  beforeAll(async () => {
    styles = await startEndpointServer();
    mapped = await startHarness({ TRACKING_MAP_STYLE_URL: `${styles.origin}/style.json?key=k&v=1` });
    answerLooks(mapped);
  });
  afterAll(async () => {
    await mapped.close();
    await styles.close();
  });

  const square = {
    type: 'Polygon',
    coordinates: [
      [
        [-47, -24],
        [-46, -24],
        [-46, -23],
        [-47, -24],
      ],
    ],
  };
  /** Its area is cut into tiles by the worker. */
  const style = {
    version: 8,
    sources: { area: { type: 'geojson', data: square, attribution: 'Map by <a href="https://example.com">us</a>' } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': '#dde' } },
      { id: 'area', type: 'fill', source: 'area', paint: { 'fill-color': '#9c9' } },
    ],
  };
  const answerStyle = () =>
    styles.respondWith(() => ({ headers: { 'access-control-allow-origin': '*' }, body: JSON.stringify(style) }));
  const show = async (token: string) => {
    const opened = await open('pt-BR');
    const asked = new Set<string>();
    opened.page.on('request', (request) => asked.add(new URL(request.url()).origin));
    // Fifteen seconds are as one: a false clock would stop the map, too.
    await opened.page.addInitScript(
      'if (top === window) { const later = setTimeout; window.setTimeout = (run, ms) => later(run, ms / 15); }',
    );
    await opened.page.goto(`${mapped.url}/track/${token}`);
    return { ...opened, asked };
  };
  const lineIn = (page: Page) => page.locator('svg.way');

  it('takes the line’s place once it is drawn, moves with the courier, and asks the style’s origin alone', async () => {
    answerStyle();
    const token = tokenOf('mapped');
    looks.set(token, { state: 'shown', order });
    const { page, complaints, asked } = await show(token);
    await page.locator('iframe.map:not(.waiting)').waitFor();
    expect(await lineIn(page).isVisible()).toBe(false);
    await page.getByText('Faltam cerca de 1,3 km').waitFor();
    const map = page.frameLocator('iframe.map');
    for (const name of ['Entregador', 'Endereço de entrega', 'Praça & <b>Centro</b>'])
      await map.getByRole('img', { name, exact: true }).waitFor();
    await map.getByRole('region', { name: 'Mapa' }).waitFor();
    await map.getByRole('link', { name: 'us' }).waitFor({ state: 'attached' });
    expect(await findViolations(page)).toEqual([]);
    const frame = await page.locator('iframe.map').boundingBox();
    const insets = await Promise.all(
      (await map.locator('.mark').all()).map(async (mark) => {
        const { x, width } = (await mark.boundingBox()) ?? { x: 0, width: 0 };
        return Math.min(x - (frame?.x ?? 0), (frame?.x ?? 0) + (frame?.width ?? 0) - x - width);
      }),
    );
    expect(insets).toHaveLength(3);
    expect(Math.min(...insets)).toBeGreaterThan(20);

    const courier = map.getByRole('img', { name: 'Entregador', exact: true });
    const door = map.getByRole('img', { name: 'Endereço de entrega', exact: true });
    const apart = async () => {
      const [one, other] = [await courier.boundingBox(), await door.boundingBox()];
      return Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0));
    };
    const before = await apart();
    const way = order.way && { ...order.way, places: { ...order.way.places, courier: order.way.places.door } };
    looks.set(token, { state: 'shown', order: { ...order, way } });
    await pollUntil('the courier is at the door', async () => ((await apart()) < before / 4 ? true : undefined));

    looks.set(token, { state: 'shown', order: { ...order, status: 'delivered', way: null } });
    await page.getByRole('heading', { name: 'O seu pedido foi entregue' }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect([...asked].sort()).toEqual([mapped.url, styles.origin].sort());
    expect(styles.requests.map(({ headers }) => headers['referer'])).toEqual(styles.requests.map(() => undefined));
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['500', () => ({ status: 500 })],
    ['nothing', () => ({ kind: 'hang' }) as const],
  ])('is not seen where the style’s server answers %s: the line stays', async (_answer, respond) => {
    styles.respondWith(respond);
    const heard = styles.requests.length;
    const token = tokenOf('unmapped');
    looks.set(token, { state: 'shown', order });
    const { page } = await show(token);
    await styles.waitFor(heard + 1);
    // It is still so after the page has asked anew.
    looks.set(token, { state: 'shown', order: { ...order, display_id: '138', status: 'at_delivery' } });
    await page.getByRole('heading', { name: 'O entregador está no seu endereço' }).waitFor();
    expect(await lineIn(page).isVisible()).toBe(true);
    expect(await page.locator('iframe').isVisible()).toBe(false);
    await page.context().close();
  });

  it('is open to its own files and the style’s origin, and only the page of an order may show it', async () => {
    const policyOf = async (path: string) => (await fetch(mapped.url + path)).headers.get('content-security-policy');
    const policy = await policyOf('/map/');
    expect(policy).toBe(
      `default-src 'none'; style-src 'self'; script-src 'self'; worker-src 'self'; connect-src 'self' ${styles.origin}; img-src 'self' data: blob: ${styles.origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    );
    const page = await (await fetch(`${mapped.url}/map/`)).text();
    expect(page).toContain(`<meta name="map-style" content="${styles.origin}/style.json?key=k&amp;v=1" />`);
    const [, script = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(page) ?? [];
    expect(await policyOf(`/map/${script}`)).toBe(policy);
    looks.set(tokenOf('policy'), { state: 'shown', order });
    expect(await policyOf(`/track/${tokenOf('policy')}`)).toMatch(/; frame-src 'self'$/);
    expect(await policyOf('/portal/')).toMatch(/; frame-src 'self'$/);
  });
});
