import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildOrder,
  callJson,
  type EndpointServer,
  expectSuccess,
  fillOrders,
  type Merchant,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import type { Page } from '@delivery/test-support/browser';
import { type PageOptions, usePages, waitForText } from './open-page.js';

let product: Product;
const { openConsole, openPortal } = usePages(() => product);
let till: EndpointServer;
let erp: EndpointServer;
let merchant: Merchant;
let placedAtMs: number;

beforeAll(async () => {
  [product, till, erp] = await Promise.all([
    startProduct({ env: { 'order-state': { WEBHOOK_RETRY_SCHEDULE: '1s' } } }),
    startEndpointServer(),
    startEndpointServer({ respond: () => ({ status: 500, body: 'database is away' }) }),
  ]);
  await product.createMerchant({ name: 'Quitanda', webhookUrl: `${till.url}/quitanda` });
  merchant = await product.createMerchant({ name: 'Cantina da Praça', webhookUrl: `${till.url}/till` });
  const other = { name: 'ERP', url: `${erp.url}/orders` };
  const { id: erpId } = expectSuccess(await merchant.call('/v1/webhook-endpoints', { method: 'POST', body: other }));
  const orderId = String(
    expectSuccess(
      await merchant.create(buildOrder({ display_id: 'A137', customer: { name: 'Ana Souza', phone: '11976540731' } })),
    )['id'],
  );
  placedAtMs = Date.now();
  await fillOrders(product.databaseUrl, { orderId, count: 2_000 });
  expectSuccess(await merchant.ready(orderId));
  await pollUntil('webhooks are given up', async () => {
    const lost = await merchant.call(`/v1/webhook-deliveries?endpoint_id=${String(erpId)}&state=exhausted`);
    return (expectSuccess(lost)['data'] as unknown[]).length === 2 ? true : undefined;
  });
});

afterAll(async () => {
  await product.close();
  await Promise.all([till.close(), erp.close()]);
});

/** In the dialog that is open. */
const actAs = async (page: Page, why: string, button: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your name').fill('Ana');
  await dialog.getByLabel('Reason').fill(why);
  await dialog.getByRole('button', { name: button }).click();
};

/** Counts what a person does: a press of a button or link, or something that is typed and sent. */
const countActions = () => {
  let count = 0;
  return {
    act: async (action: () => Promise<unknown>): Promise<void> => {
      count += 1;
      await action();
    },
    count: () => count,
  };
};

const openOwn = async (options?: PageOptions) => {
  const opened = await openPortal(merchant, options);
  await opened.page.getByRole('heading', { name: 'Cantina da Praça', level: 1 }).waitFor();
  return opened;
};

describe('a merchant’s developer', () => {
  test('has the webhooks sent again that one endpoint lost yesterday, in four actions', async () => {
    const { page, goTo } = await openOwn();
    await page.clock.setFixedTime(placedAtMs + 86_400_000);
    await goTo('endpoints');
    const heard = erp.requests.length;
    const { act, count } = countActions();
    await act(() => page.getByRole('link', { name: 'ERP', exact: true }).click());
    await act(() => page.getByRole('button', { name: 'Send again' }).click());
    const dialog = page.getByRole('dialog');
    await act(() => dialog.getByRole('button', { name: 'Yesterday' }).click());
    await dialog.getByText('Sends 2 webhooks of one order again').waitFor();
    await act(() => dialog.getByRole('button', { name: 'Send again' }).click());
    await page.getByText('The replay has begun.').waitFor();
    expect(count()).toBeLessThanOrEqual(4);
    await erp.waitFor(heard + 1);
  });
});

describe('support of a courier’s system', () => {
  test('sees what it has, and has a webhook sent again that its server did not take, in seven actions', async () => {
    const system = await product.createCourierSystem({ merchants: [merchant.id] });
    const url = { method: 'POST', body: { url: `${erp.url}/couriers` } };
    expectSuccess(await system.call('/v1/webhook-endpoints', url));
    const id = String(expectSuccess(await merchant.create(buildOrder({ display_id: 'B7' })))['id']);
    expectSuccess(await merchant.ready(id));
    expectSuccess(await system.call(`/courier/v1/deliveries/${id}/accept`, { method: 'POST' }));
    await pollUntil('its webhook is given up', async () => {
      const lost = await system.call('/v1/webhook-deliveries?state=exhausted');
      return (expectSuccess(lost)['data'] as unknown[]).length > 0 ? true : undefined;
    });
    const { page } = await openConsole();
    const main = page.getByRole('navigation', { name: 'Main' });
    const { act, count } = countActions();
    await act(() => main.getByRole('link', { name: 'Couriers' }).click());
    // Now may name it too.
    await page.getByRole('heading', { name: 'Courier systems', level: 1 }).waitFor();
    await act(() => page.getByRole('link', { name: system.name }).click());
    await page.getByText('/couriers', { exact: false }).first().waitFor();
    await act(() => page.getByRole('link', { name: 'Deliveries in hand' }).click());
    await page.getByRole('link', { name: 'B7' }).waitFor();
    await act(() => page.getByRole('link', { name: 'Webhooks', exact: true }).click());
    await act(() => page.getByRole('row').getByRole('link', { name: 'Offered to courier systems' }).first().click());
    const drawer = page.getByRole('complementary', { name: 'Webhook' });
    await drawer.getByRole('heading', { name: 'Offered to courier systems', level: 2 }).waitFor();
    const heard = erp.requests.length;
    await act(() => drawer.getByRole('button', { name: 'Send again' }).click());
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Sends').waitFor();
    await act(() => actAs(page, 'Their server was away', 'Send again'));
    await page.getByText('The replay has begun.').waitFor();
    await erp.waitFor(heard + 1);
    expect(count()).toBeLessThanOrEqual(7);
  });
});

describe('an administrator', () => {
  test('changes the token of a courier’s system: the new one is shown once and works, the old one does not', async () => {
    const system = await product.createCourierSystem({ merchants: [merchant.id] });
    const { page, goTo } = await openConsole();
    await goTo(`couriers/${system.id}`);
    const tokens = page.getByRole('region', { name: 'Tokens' });
    await tokens.getByRole('button', { name: 'Add a token' }).click();
    await actAs(page, 'The old one leaked', 'Add a token');
    const shown = page.getByRole('dialog').getByLabel('New token');
    const token = await shown.inputValue();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await shown.waitFor({ state: 'detached' });
    const row = tokens.getByRole('row').filter({ hasText: system.token.slice(-4) });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await actAs(page, 'No till calls with it', 'Revoke');
    await row.waitFor({ state: 'detached' });
    const statusWith = async (bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}` };
      return (await callJson(`${product.url('intake-api')}/courier/v1/deliveries`, { headers })).status;
    };
    await pollUntil('the new token is the only one', async () =>
      (await statusWith(token)) === 200 && (await statusWith(system.token)) === 401 ? true : undefined,
    );
    await page.getByRole('button', { name: 'Disable' }).first().click();
    await actAs(page, 'Their contract ended', 'Disable');
    await page.getByRole('button', { name: 'Enable' }).first().waitFor();
    await pollUntil('its calls are refused', async () => ((await statusWith(token)) === 403 ? true : undefined));
    await goTo('activity');
    for (const [what, why] of [
      ['Courier system disabled', /status: active → disabled.*Their contract ended/s],
      ['Courier system token revoked', `…${system.token.slice(-4)}; No till calls with it`],
      ['Courier system token added', `…${token.slice(-4)}; The old one leaked`],
    ] as const)
      await page
        .getByRole('row')
        .filter({ hasText: what })
        .filter({ hasText: why })
        .filter({ hasText: 'Ana' })
        .waitFor();
  });

  test('adds a token to a platform for what it is to do, and sees how the platform’s merchants are doing', async () => {
    const platform = await product.createPlatform({ name: 'Pedidos' });
    const body = { method: 'POST', body: { name: 'Pizzaria 12' } };
    expectSuccess(await platform.call('/platform/v1/merchants', body));
    const { page } = await openConsole();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Platforms' }).click();
    await page.getByRole('link', { name: 'Pedidos' }).click();
    const tokens = page.getByRole('region', { name: 'Tokens' });
    await tokens.getByRole('button', { name: 'Add a token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('sandbox').check();
    await dialog.getByLabel('add and change its merchants').check();
    await dialog.getByLabel('in 90 days').check();
    await actAs(page, 'For their new till', 'Add a token');
    expect(await page.getByRole('dialog').getByLabel('New token').inputValue()).toMatch(/^ptok_test_/);
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await tokens.getByText('merchants:read merchants:write webhooks:read', { exact: true }).waitFor();
    const keys = page.getByRole('region', { name: 'Keys' });
    await keys.getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByLabel('in 7 days').check();
    await actAs(page, 'It was in a log', 'Rotate');
    expect(await dialog.getByLabel('New key').inputValue()).toMatch(/^key_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await keys.getByText('in 7 d').waitFor();
    await page.getByRole('link', { name: 'Merchants', exact: true }).last().click();
    await page.getByRole('row').getByRole('link', { name: 'Pizzaria 12' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
  });
});

describe('an SRE at 3 a.m.', () => {
  test('sees without any action which merchant is unwell, and finds it first among all by two keys', async () => {
    const { page } = await openConsole();
    await waitForText(page, 'Failing endpoints');
    const unwell = page.getByRole('row').filter({ hasText: 'Cantina da Praça' }).filter({ hasText: 'ERP' });
    await unwell.getByText('Answers with errors').waitFor();
    await page.keyboard.type('gm');
    await page.getByRole('heading', { name: 'Merchants', level: 1 }).waitFor();
    await page.getByRole('row').nth(2).waitFor();
    expect(await page.getByRole('row').nth(1).innerText()).toContain('Cantina da Praça');
  });
});

describe('an operator before lunch', () => {
  test('goes from the count of late orders to these orders', async () => {
    // It should have been ready a quarter of an hour ago.
    const delivery_time = new Date(Date.now() + 600_000).toISOString();
    expectSuccess(await merchant.create(buildOrder({ display_id: 'L12', delivery_time })));
    const { page } = await openConsole();
    await page.getByRole('link', { name: 'Late orders: 1' }).click();
    await page
      .getByRole('row')
      .filter({ hasText: 'L12' })
      .getByText(/min late/)
      .waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
  });
});

describe('deliveries that were given up, of an order or of a platform', () => {
  let receiver: EndpointServer;
  beforeAll(async () => {
    receiver = await startEndpointServer({ respond: () => ({ status: 500 }) });
  });
  afterAll(() => receiver.close());

  test('one button of an order’s page sends again all that an endpoint gave up of the order', async () => {
    const shop = await product.createMerchant({ webhookUrl: receiver.url });
    const id = String(expectSuccess(await shop.create(buildOrder()))['id']);
    expectSuccess(await shop.ready(id));
    await pollUntil('both webhooks are given up', async () => {
      const answer = await shop.call(`/v1/webhook-deliveries?order_id=${id}&state=exhausted`);
      return (expectSuccess(answer)['data'] as unknown[]).length === 2 || undefined;
    });
    receiver.respondWith(() => ({}));
    const { page, goTo } = await openConsole();
    await goTo(`orders/${id}`);
    const again = page.getByRole('button', { name: 'Send the 2 again' });
    await again.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Sends 2 webhooks of one order again').waitFor();
    await dialog.getByLabel('Your name').fill('Marina');
    await dialog.getByLabel('Reason').fill('they mended it');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await waitForText(page, ': up to date');
    expect(await again.count()).toBe(0);
  });
});
