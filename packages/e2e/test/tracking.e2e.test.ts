import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { type Browser, findViolations, openBrowser, type Page } from '@delivery/test-support/browser';

const publicUrl = 'https://delivery.example';
let product: Product;
let browser: Browser;
let till: EndpointServer;
let merchant: Merchant;
beforeAll(async () => {
  [product, browser, till] = await Promise.all([
    startProduct({ env: { 'order-state': { PUBLIC_URL: publicUrl } } }),
    openBrowser(),
    startEndpointServer(),
  ]);
  merchant = await product.createMerchant({ name: 'Cantina da Praça', webhookUrl: till.url });
  expectSuccess(
    await product.operator.call(`/operator/v1/merchants/${merchant.id}`, {
      method: 'PATCH',
      body: { tracking_page: true },
    }),
  );
});
afterAll(async () => {
  await browser.close();
  await product.close();
  await till.close();
});

/** An order with a courier on the way, and the tracking address from its merchant's answer, at this product's own port. */
const startOrder = async (): Promise<{ id: string; address: string }> => {
  const id = String(expectSuccess(await merchant.create(buildOrder({ display_id: '137' })))['id']);
  expectSuccess(await merchant.ready(id));
  expectSuccess(await product.operator.status(id, 'on_route_to_pickup'));
  const isTold = ({ id: orderId, event }: Record<string, unknown>) => orderId === id && event === 'tracking_url_added';
  const told = (await till.waitForRequest(({ json }) => isTold(json()))).json();
  expect(told['tracking_url']).toMatch(/^https:\/\/delivery\.example\/track\/[\w-]{38}$/);
  return { id, address: String(told['tracking_url']).replace(publicUrl, product.url('intake-api')) };
};

const open = async (address: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 375, height: 812 }, locale: 'pt-BR' });
  // The machine may be busy.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(address);
  return page;
};

it('a customer follows an order by the link in its merchant’s answer, until the link expires', async () => {
  const { id, address } = await startOrder();
  const page = await open(address);
  expect(await page.getByRole('heading').innerText()).toBe('Um entregador está a caminho para buscar o seu pedido');
  for (const status of ['on_route_to_delivery', 'at_delivery'] as const)
    expectSuccess(await product.operator.status(id, status));
  await pollUntil('the page says it', async () => {
    await page.reload();
    return (await page.getByRole('heading').innerText()) === 'O entregador está no seu endereço' || undefined;
  });
  expect(await findViolations(page)).toEqual([]);
  const { customer, address: place } = buildOrder();
  for (const secret of [customer.name, customer.phone, place.street, id])
    expect(await page.content()).not.toContain(secret);

  expectSuccess(await product.operator.status(id, 'delivered'));
  const database = new pg.Client(product.databaseUrl);
  await database.connect();
  await database.query(`update orders set final_at = now() - interval '121 minutes' where id = $1`, [id]);
  await database.end();
  await pollUntil('the link has ended', async () => {
    const answer = await page.goto(address);
    return answer?.status() === 410 || undefined;
  });
  expect(await page.getByRole('heading').innerText()).toBe('Este link expirou');
  await page.context().close();
});
