// `npm run pictures [folder] [forms]`: every page of portal and console as a picture, narrow and wide, light and dark,
// in each language, for the eye. `forms` is a pattern of those to draw: `1440-light-es`.
import { mkdir } from 'node:fs/promises';
import { argv, exit } from 'node:process';

const { buildOrder, expectSuccess, pollUntil, publishMessages, startEndpointServer, startProduct } =
  await import('../packages/test-support/dist/index.js');
const { openBrowser } = await import('../packages/test-support/dist/browser/index.js');

const folder = argv[2] ?? '/tmp/pictures';
const wanted = new RegExp(argv[3] ?? '');
const forms = ['en-GB', 'pt-BR', 'es-MX']
  .flatMap((locale) =>
    [1440, 375].flatMap((width) =>
      ['light', 'dark'].map((colorScheme) => ({ width, height: width > 400 ? 900 : 812, colorScheme, locale })),
    ),
  )
  .filter(({ width, colorScheme, locale }) => wanted.test(`${width}-${colorScheme}-${locale}`));

/**
 * A restaurant whose till hears everything, whose ERP refuses all, whose kitchen fetches nothing, and whose old till is
 * disabled.
 */
const setScene = async ({ product, till, erp }) => {
  const owner = await product.createMerchant({ name: 'Cantina da Praça', webhookUrl: `${till.url}/till` });
  const added = await owner.call('/v1/webhook-endpoints', {
    method: 'POST',
    body: { name: 'ERP', url: `${erp.url}/orders` },
  });
  const { id: erpId } = expectSuccess(added);
  const named = { method: 'PATCH', body: { name: 'Kitchen till' } };
  expectSuccess(await owner.call(`/v1/webhook-endpoints/${owner.endpoint.id}`, named));
  await owner.call('/v1/webhook-endpoints', { method: 'POST', body: { name: 'Kitchen display', type: 'pull' } });
  const old = { name: 'Old till', url: `${till.url}/old`, enabled: false };
  await owner.call('/v1/webhook-endpoints', { method: 'POST', body: old });
  await owner.call('/v1/oauth-clients', { method: 'POST', body: { name: 'Counter' } });
  await publishMessages(product.rabbitmqUrl, [{ exchange: 'orders', routingKey: 'order.submitted', body: 'not JSON' }]);
  const order = buildOrder({
    display_id: '137',
    external_id: 'pedido-2026-137',
    payment: {
      prepaid: 0,
      pending: 5_490,
      methods: [{ value: 5_490, method: 'CASH', type: 'OFFLINE', cash: { change_for: 10_000 } }],
    },
  });
  const id = String(expectSuccess(await owner.create(order))['id']);
  for (const number of ['138', '139', '140']) expectSuccess(await owner.create(buildOrder({ display_id: number })));
  expectSuccess(await owner.ready(id));
  for (const status of ['on_route_to_pickup', 'at_pickup', 'on_route_to_delivery']) {
    expectSuccess(await product.operator.status(id, status));
  }
  expectSuccess(await product.operator.trackingUrl(id, 'https://courier.example/t/137'));
  const system = await product.createCourierSystem({ merchants: [owner.id] });
  const heard = { method: 'POST', body: { url: `${erp.url}/couriers` } };
  expectSuccess(await system.call('/v1/webhook-endpoints', heard));
  const offered = String(expectSuccess(await owner.create(buildOrder({ display_id: '141' })))['id']);
  expectSuccess(await owner.ready(offered));
  expectSuccess(await system.call(`/courier/v1/deliveries/${offered}/accept`, { method: 'POST' }));
  const tell = async (path, body) => expectSuccess(await system.call(`/courier/v1${path}`, { method: 'POST', body }));
  await tell(`/deliveries/${offered}/courier`, { name: 'Rui', vehicle: 'bicycle' });
  for (const status of ['on_route_to_pickup', 'on_route_to_delivery'])
    await tell(`/deliveries/${offered}/status`, { status });
  const inMinutes = (minutes) => new Date(Date.now() + minutes * 60_000).toISOString();
  await tell(`/deliveries/${offered}/eta`, { delivery_at: inMinutes(12) });
  await tell('/positions', { positions: [{ delivery_id: offered, latitude: -23.553, longitude: -46.65 }] });
  await product.createMerchant({ name: 'Quitanda', webhookUrl: `${till.url}/quitanda` });
  const platform = await product.createPlatform({ name: 'Pedidos' });
  const theirs = { name: 'Pizzaria 12', reference: 'loja-12', webhook_url: `${erp.url}/pizzaria` };
  expectSuccess(await platform.call('/platform/v1/merchants', { method: 'POST', body: theirs }));
  const lost = `/v1/webhook-deliveries?endpoint_id=${erpId}&state=exhausted`;
  const deliveryId = await pollUntil('some are given up', async () => {
    const { data } = expectSuccess(await owner.call(lost));
    return data.length >= 2 ? data[0].id : undefined;
  });
  const { data } = expectSuccess(await owner.call('/v1/webhook-endpoints'));
  const endpointIds = data.map((each) => each.id);
  return { owner, id, offered, deliveryId, systemId: system.id, platformId: platform.id, endpointIds };
};

const placesOf = ({ owner, id, offered, deliveryId, systemId, platformId, endpointIds }) => ({
  portal: [
    ...[
      'home',
      'orders',
      `orders/${id}`,
      `orders/${offered}`,
      'endpoints',
      ...endpointIds.map((each) => `endpoints/${each}`),
    ],
    ...['deliveries', `deliveries?state=exhausted&open=${deliveryId}`, `deliveries/${deliveryId}`],
    ...['replays', 'times', 'search?q=137'],
  ],
  console: [
    ...['now', 'merchants', `merchants/${owner.id}`, 'orders', `orders/${id}`, `orders/${offered}`, 'endpoints'],
    ...endpointIds.map((each) => `endpoints/${each}`),
    ...['orders', 'deliveries', 'replays'].map((part) => `merchants/${owner.id}/${part}`),
    ...[`merchants/${owner.id}/deliveries/${deliveryId}`, 'dead-letters', 'activity', 'sessions', 'search?q=137'],
    ...['couriers', `couriers/${systemId}`, `couriers/${systemId}/orders`, `couriers/${systemId}/deliveries`],
    ...['platforms', `platforms/${platformId}`, `platforms/${platformId}/merchants`],
    ...['usage', `merchants/${owner.id}/usage`, `merchants/${owner.id}/times`, `platforms/${platformId}/usage`],
  ],
});

/** Fields are found by their place: their names are in the page's language. */
const signIn = async (page, credentials) => {
  const form = page.locator('form:has(input[type=password])');
  for (const [place, value] of credentials.entries()) await form.locator('input').nth(place).fill(value);
  await form.locator('button[type=submit]').click();
  await page.locator('header nav').waitFor();
};

const drawAll = async ({ browser, address, credentials, places, prefix }) => {
  for (const { width, height, colorScheme, locale } of forms) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale });
    const page = await context.newPage();
    await page.goto(address);
    await signIn(page, credentials);
    for (const [place, path] of places.entries()) {
      await page.goto(`${address}#/${path}`);
      await pollUntil('all is loaded', async () =>
        (await page.locator('h1').count()) > 0 && (await page.locator('.loading').count()) === 0 ? true : undefined,
      );
      const name = [prefix, String(place).padStart(2, '0'), path.split(/[/?]/)[0], width, colorScheme, locale].join(
        '-',
      );
      await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
    }
    await context.close();
  }
};

await mkdir(folder, { recursive: true });
/** The style of an empty map: only a background. */
const style = {
  version: 8,
  sources: {},
  layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#dde' } }],
};
const styles = await startEndpointServer({
  respond: () => ({ headers: { 'access-control-allow-origin': '*' }, body: JSON.stringify(style) }),
});
const map = { TRACKING_MAP_STYLE_URL: styles.url };
const [product, browser, till, erp] = await Promise.all([
  startProduct({
    env: { 'intake-api': map, 'order-state': { ...map, WEBHOOK_RETRY_SCHEDULE: '1s,8s' } },
  }),
  openBrowser(),
  startEndpointServer(),
  startEndpointServer({ respond: () => ({ status: 500, body: 'database is away' }) }),
]);
const scene = await setScene({ product, till, erp });
const places = placesOf(scene);
await drawAll({
  browser,
  address: `${product.url('intake-api')}/portal/`,
  credentials: [scene.owner.key, scene.owner.token],
  places: places.portal,
  prefix: 'portal',
});
await drawAll({
  browser,
  address: `${product.url('order-state')}/console/`,
  credentials: [product.secrets.operatorToken],
  places: places.console,
  prefix: 'console',
});
await browser.close();
await product.close();
await Promise.all([till.close(), erp.close(), styles.close()]);
console.log(`written to ${folder}`);
exit(0);
