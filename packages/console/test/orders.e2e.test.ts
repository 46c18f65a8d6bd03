import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  pollUntil,
  type Product,
  purgeOrder,
  type ReceivedRequest,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { usePages, waitForText } from './open-page.js';

const readToken = 'a-token-for-reading-alone-0001';
const hostile = `<script>alert(1)</script><img src=x onerror=alert(2)> 🍕`;

let product: Product;
const { openConsole } = usePages(() => product);
let receiver: EndpointServer;
let refusing: EndpointServer;
let merchant: Merchant;
let refusedMerchant: Merchant;

beforeAll(async () => {
  [product, receiver, refusing] = await Promise.all([
    startProduct({
      env: { 'order-state': { OPERATOR_READ_TOKEN: readToken, WEBHOOK_RETRY_SCHEDULE: '1s,1h' } },
    }),
    startEndpointServer(),
    startEndpointServer({ respond: () => ({ status: 500, body: hostile }) }),
  ]);
  merchant = await product.createMerchant({ name: 'Cantina da Praça', webhookUrl: receiver.url });
  refusedMerchant = await product.createMerchant({ name: 'Padaria São Bento', webhookUrl: refusing.url });
});

afterAll(async () => {
  await product.close();
  await Promise.all([receiver.close(), refusing.close()]);
});

const create = async (owner: Merchant): Promise<string> =>
  String(expectSuccess(await owner.create(buildOrder()))['id']);

describe('support', () => {
  test('finds a finished order by its number with the keyboard, and anything else that has one name at once', async () => {
    const name = 'Tapiocaria da Esquina';
    const owner = await product.createMerchant({ name, webhookUrl: `${receiver.url}/tapioca` });
    const order = buildOrder({ display_id: 'B137', customer: { name: 'Ana Souza', phone: '11976540731' } });
    const id = String(expectSuccess(await owner.create(order))['id']);
    expectSuccess(await owner.ready(id));
    const isOf = ({ path, body }: ReceivedRequest) => path.endsWith('/tapioca') && body.toString().includes(id);
    const { headers } = await receiver.waitForRequest(isOf);
    for (const status of ['on_route_to_pickup', 'on_route_to_delivery', 'delivered'] as const) {
      expectSuccess(await product.operator.status(id, status));
    }
    const { page, goTo } = await openConsole();
    await page.locator('#content').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('B137');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Order B137', level: 1 }).waitFor();
    await waitForText(page, /Delivered at \d\d:\d\d/);
    await pollUntil('the tab is named', async () => ((await page.title()).startsWith('Order B137') ? true : undefined));
    for (const [q, heading] of [
      [order.external_id, 'Order B137'],
      [headers['webhook-id'] ?? '', 'Order B137'],
      [`${receiver.url}/tapioca`, `${receiver.url}/tapioca`],
      ['+55 (11) 97654-0731', 'Order B137'],
      [name.toUpperCase(), name],
    ] as const) {
      await page.getByRole('searchbox').fill(q);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
    }
    // A part of a name may be meant as a customer's.
    await page.getByRole('searchbox').fill('tapiocaria');
    await page.keyboard.press('Enter');
    await page.locator('.places').getByRole('link', { name }).click();
    await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Orders', exact: true }).last().click();
    const ofMerchant = page.getByRole('searchbox', { name: 'Number, ID or phone' });
    await ofMerchant.fill('0732');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Nothing matches “0732”');
    expect(await ofMerchant.inputValue()).toBe('0732');
    await ofMerchant.fill('0731');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Order B137', level: 1 }).waitFor();
    await page.goBack();
    await waitForText(page, 'Nothing matches “0732”');
    await page.getByRole('link', { name }).click();
    await page.getByRole('row').filter({ hasText: order.external_id }).getByRole('link', { name: 'B137' }).click();
    await waitForText(page, id);
    await goTo('orders');
    await page.getByRole('row').filter({ hasText: order.external_id }).waitFor();
  });

  test('reads on what was found, when all but one of it is gone', async () => {
    const owner = await product.createMerchant({ webhookUrl: `${receiver.url}/oven-one` });
    const added = await owner.call('/v1/webhook-endpoints', {
      method: 'POST',
      body: { name: 'Second oven', url: `${receiver.url}/oven-two` },
    });
    const { page, goTo } = await openConsole();
    await goTo('search?q=/oven-');
    const first = page.getByRole('link', { name: `${receiver.url}/oven-one`, exact: true });
    const second = page.getByRole('link', { name: 'Second oven', exact: true });
    await Promise.all([first.waitFor(), second.waitFor()]);
    const { id } = expectSuccess(added);
    expectSuccess(await owner.call(`/v1/webhook-endpoints/${String(id)}`, { method: 'DELETE' }));
    await second.waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).toBe('#/search?q=/oven-');
    await first.waitFor();
  });
});

test('an order that retention took is said to be gone, by the search and on its page', async () => {
  const id = await create(merchant);
  const externalId = String(expectSuccess(await merchant.get(id))['external_id']);
  await purgeOrder(product.databaseUrl, id, '2026-02-03');
  const { page, goTo } = await openConsole();
  for (const q of [id, externalId]) {
    await goTo(`search?q=${encodeURIComponent(q)}`);
    await waitForText(page, /The order was purged on .*2026/);
    await waitForText(page, id);
  }
  await goTo(`orders/${id}`);
  await waitForText(page, 'The order was purged');
  expect(await page.getByRole('alert').count()).toBe(0);
});

const deliveryOf = async (owner: Merchant, orderId: string): Promise<string> => {
  const path = `/operator/v1/owners/${owner.id}/webhook-deliveries?order_id=${orderId}`;
  const { data } = expectSuccess(await product.operator.call(path)) as { data: { id: string; sequence: number }[] };
  return data.find(({ sequence }) => sequence === 1)?.id ?? '';
};

test('[P29] the customer’s data is hidden until it is asked for, which is written down, and not offered to who may only read', async () => {
  const id = await create(merchant);
  const customer = buildOrder().customer.name;
  const { page, goTo } = await openConsole();
  await goTo(`orders/${id}`);
  await waitForText(page, 'Name, phone, address and items are hidden. Each access is recorded.');
  expect(await page.locator('#content').innerText()).not.toContain(customer);
  await page.getByRole('button', { name: 'Show customer’s data' }).click();
  await waitForText(page, customer);
  const asked = await pollUntil('the asking is logged', () =>
    product
      .logs('order-state')
      .find(({ fields }) => fields?.['msg'] === 'customer_data.read' && fields['outcome'] === 'shown'),
  );
  expect(asked.fields).toMatchObject({ orderId: id, person: null, by: 'session' });
  expect(product.logs().some(({ text }) => text.includes(customer))).toBe(false);
  await page.getByRole('button', { name: 'Hide customer’s data' }).click();
  await waitForText(page, 'are hidden');

  const erasure = { order_id: id, force: true, by: 'Marina', reason: 'they asked' };
  expectSuccess(await product.operator.call('/operator/v1/erasures', { method: 'POST', body: erasure }));
  await page.getByRole('button', { name: 'Show customer’s data' }).click();
  await waitForText(page, 'Erased. The customer’s data was erased at 20');

  const reader = await openConsole({ token: readToken });
  await reader.goTo(`orders/${id}`);
  await waitForText(reader.page, 'You may not see customers’ data.');
  expect(await reader.page.getByRole('button', { name: 'Show customer’s data' }).count()).toBe(0);
});

/** Both attempts of an order's only webhook, which its receiver refuses. */
const untilReported = (orderId: string) =>
  pollUntil('both attempts are reported', async () => {
    const path = `/operator/v1/owners/${refusedMerchant.id}/webhook-deliveries/${await deliveryOf(refusedMerchant, orderId)}`;
    return expectSuccess(await product.operator.call(path))['attempt_count'] === 2 ? true : undefined;
  });

test('[P29] a webhook’s request is shown as its receiver got it, and the answer as text', async () => {
  const order = { ...buildOrder(), external_data: { note: 'of Ana' } };
  const id = String(expectSuccess(await refusedMerchant.create(order))['id']);
  expectSuccess(await refusedMerchant.ready(id));
  const isFirst = (attempt: string) => (request: ReceivedRequest) =>
    request.body.toString().includes(id) && request.headers['webhook-attempt'] === attempt;
  const received = await refusing.waitForRequest(isFirst('2'));
  await untilReported(id);
  const { page, goTo } = await openConsole();
  await goTo(`merchants/${refusedMerchant.id}/deliveries/${await deliveryOf(refusedMerchant, id)}`);
  await page.locator('.request-card select').first().selectOption({ index: 0 });
  const [head, body, answer] = [0, 1, 2].map((place) => page.locator('.request-card pre').nth(place));
  await waitForText(page, 'webhook-attempt: 2');
  expect(await body?.innerText()).not.toContain('of Ana');
  await page.getByRole('button', { name: 'Show customer’s data' }).click();
  await waitForText(page, 'of Ana');
  await page.getByLabel('As sent').check();
  const [line, ...headers] = (await head?.innerText())?.split('\n') ?? [];
  expect(line).toBe(`POST ${refusing.url}`);
  const { host, connection, accept, 'content-length': length, ...sent } = received.headers;
  expect([host, connection, accept, length].every((each) => each !== undefined)).toBe(true);
  expect(Object.fromEntries(headers.map((header) => header.split(/: (.*)/)))).toEqual(sent);
  expect(await body?.innerText()).toBe(received.body.toString());
  expect(await answer?.innerText()).toContain('<script>alert(1)</script>');
  expect(await page.locator('img, #app script').count()).toBe(0);
});

test('[P29] an endpoint’s page shows what came back, with the last error, and what a process counted outlives it', async () => {
  const id = await create(refusedMerchant);
  expectSuccess(await refusedMerchant.ready(id));
  await refusing.waitForRequest(
    ({ body, headers }) => body.toString().includes(id) && headers['webhook-attempt'] === '2',
  );
  await untilReported(id);
  await product.restart('order-state');
  const { page, goTo } = await openConsole();
  await goTo(`endpoints/${refusedMerchant.endpoint!.id}`);
  await waitForText(page, /Last error \(24 h\)\nHTTP 500, /);
  await waitForText(
    page,
    /In the last 24 hours 0% of \d+ attempts succeeded, \d+ failed\. Half of the answers came within \d/,
  );
  const chart = page.locator('figure').filter({ hasText: 'Responses per minute' });
  await page.getByRole('button', { name: 'As tables' }).click();
  await chart.getByRole('columnheader', { name: '5xx error' }).waitFor();
  const counts = await chart.locator('tbody tr').allInnerTexts();
  expect(counts.some((row) => /[1-9]/.test(row.replace(/^\S+/, '')))).toBe(true);
  await page.locator('figure').filter({ hasText: 'Response time' }).getByText('p95').first().waitFor();
});
