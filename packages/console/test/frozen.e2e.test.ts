import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
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
import { type OpenPage, usePages, waitForText } from './open-page.js';

let product: Product;
const { openConsole } = usePages(() => product);
let receiver: EndpointServer;
let merchant: Merchant;

/** Signed in on Now, whose cards have their figures. */
const openNow = async () => {
  const opened = await openConsole();
  await waitForText(opened.page, 'Delivery audit');
  return opened;
};

const stage = ({ page }: OpenPage, title: string) =>
  page.locator('.stage').filter({ has: page.getByRole('heading', { name: title }) });

const create = () => merchant.create(buildOrder());

beforeAll(async () => {
  [product, receiver] = await Promise.all([
    startProduct({ proxied: { postgres: true, rabbitmq: true } }),
    startEndpointServer(),
  ]);
  merchant = await product.createMerchant({ name: 'Cantina da Praça', webhookUrl: receiver.url });
  const id = String(expectSuccess(await create())['id']);
  expectSuccess(await merchant.ready(id));
  await receiver.waitFor(2);
});

afterEach(() => product.waitForReady());

afterAll(async () => {
  await product.close();
  await receiver.close();
});

test('[P27] Now says that orders are refused, that nothing moves and that the queues are unknown, while RabbitMQ is frozen', async () => {
  const console = await openNow();
  product.proxies.rabbitmq?.stall();
  try {
    expect((await create()).status).toBe(503);
    await waitForText(console.page, /Orders are refused: \d+%/);
    await waitForText(console.page, 'order-state has no connection to RabbitMQ');
    expect(await stage(console, 'Orders in').locator('dd').first().innerText()).not.toBe('0%');
    expect(await stage(console, 'Orders in').getAttribute('class')).toContain('tone-bad');
    for (const queue of ['Orders queue', 'Webhooks queue'])
      expect(await stage(console, queue).locator('.figure').innerText()).toBe('–');
    expect(await console.page.locator('.edge svg:not(.still)').count()).toBe(0);
  } finally {
    product.proxies.rabbitmq?.restore();
  }
});

test('[P27] Now names the database as the cause, says that orders are accepted and marks its figures as old, while Postgres is frozen', async () => {
  const console = await openNow();
  product.proxies.postgres?.stall();
  try {
    expect((await create()).status).toBe(201);
    await waitForText(console.page, /The database has not answered since \d\d:\d\d:\d\d\./);
    await waitForText(
      console.page,
      /Orders in the last minute: \d+ accepted, which wait in RabbitMQ, and \d+ refused\./,
    );
    await waitForText(console.page, /Everything below is from \d\d:\d\d:\d\d\./);
    await console.page.locator('.stale', { has: console.page.getByText('Balanced') }).waitFor();
  } finally {
    product.proxies.postgres?.restore();
  }
  await pollUntil('the page is current again', async () =>
    (await console.page.locator('.stale').count()) === 0 ? true : undefined,
  );
});

test('[P27] the page says since when it is old, while order-state is frozen', async () => {
  const console = await openNow();
  await product.kill('order-state', 0, 'SIGSTOP');
  try {
    await waitForText(console.page, /The service does not answer\. Everything below is from \d\d:\d\d:\d\d\./);
    await console.page.locator('.stale').waitFor();
  } finally {
    await product.kill('order-state', 0, 'SIGCONT');
  }
  await pollUntil('the page is current again', async () =>
    (await console.page.locator('.stale').count()) === 0 ? true : undefined,
  );
});
