import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  pollUntil,
  type Product,
  publishMessages,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findViolations, type Page } from '@delivery/test-support/browser';
import { excessOf, openMenu, signInWith, usePages, waitForText } from './open-page.js';

let product: Product;
const { openConsole, showConsole } = usePages(() => product);
let refusing: EndpointServer;
let merchant: Merchant;
let orderId: string;
let system: { id: string };
let platform: { id: string };

beforeAll(async () => {
  [product, refusing] = await Promise.all([
    startProduct({ env: { 'order-state': { WEBHOOK_RETRY_SCHEDULE: '1h,1h' } } }),
    startEndpointServer({ respond: () => ({ status: 500, body: 'no' }) }),
  ]);
  merchant = await product.createMerchant({ name: 'Cantina da Praça', webhookUrl: refusing.url });
  // No page is wider for a name without a place to break it.
  await product.createMerchant({ name: `Cantina ${'W'.repeat(100)}` });
  [system, platform] = await Promise.all([product.createCourierSystem(), product.createPlatform({ name: 'Pedidos' })]);
  for (const number of ['41', '42']) expectSuccess(await merchant.create(buildOrder({ display_id: number })));
  orderId = String(expectSuccess(await merchant.create(buildOrder({ display_id: '43' })))['id']);
  expectSuccess(await merchant.ready(orderId));
  for (const status of ['on_route_to_pickup', 'on_route_to_delivery'] as const)
    expectSuccess(await product.operator.status(orderId, status));
  await publishMessages(product.rabbitmqUrl, [
    { exchange: 'orders', routingKey: 'order.submitted', body: '{}', messageId: 'broken-one', type: 'order.submitted' },
  ]);
  await pollUntil('a dead letter', async () => ((await product.operator.deadLetters()).length > 0 ? true : undefined));
  await refusing.waitFor(1);
});

afterAll(async () => {
  await product.close();
  await refusing.close();
});

/** Every place, and the words that show that it has loaded. */
const places = (): [path: string, words: string][] => [
  ['now', 'Traffic'],
  ['orders', 'On the way to the customer'],
  [`orders/${orderId}`, 'answered 500'],
  ['search?q=cantina', 'Cantina da Praça'],
  ['endpoints', refusing.url],
  [`endpoints/${merchant.endpoint!.id}`, 'Changes'],
  ['merchants', 'Cantina da Praça'],
  [`merchants/${merchant.id}`, 'Limits per minute'],
  [`merchants/${merchant.id}/deliveries`, '#43 · Ready'],
  [`merchants/${merchant.id}/replays`, 'No replay yet'],
  ['platforms', 'Pedidos'],
  [`platforms/${platform.id}`, 'merchants:read'],
  ['couriers', 'Rui e Filhos'],
  [`couriers/${system.id}`, 'Calls per minute'],
  ['usage', 'Cantina da Praça'],
  [`merchants/${merchant.id}/usage`, 'Attempts'],
  [`merchants/${merchant.id}/times`, 'Webhook receivers'],
  ['dead-letters', 'broken-one'],
  ['activity', 'Signed in'],
  ['sessions', 'This session'],
  ['nowhere', 'There is no such page'],
];

test.each([1440, 375])(
  'at %i pixels every page passes WCAG 2.2 AA in light and dark colours as axe checks it, and none is wider',
  async (width) => {
    const { page, goTo } = await showConsole({ width });
    await page.getByLabel('Operator token').waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await signInWith(page, 'Operator token', product.secrets.operatorToken);
    for (const [path, words] of places()) {
      await goTo(path);
      await waitForText(page, words);
      expect(await findViolations(page)).toEqual([]);
      const excess = await excessOf(page);
      expect([path, excess]).toEqual([path, 0]);
    }
    await goTo(`merchants/${merchant.id}/deliveries?since=2026-01-01T00:00Z`);
    await page.getByRole('link', { name: '#43 · Ready' }).click();
    await page.getByRole('heading', { name: '#43 · Ready' }).waitFor();
    await waitForText(page, 'webhook-signature');
    await openMenu(page);
    expect(await findViolations(page)).toEqual([]);
    expect(await excessOf(page)).toBe(0);
    await goTo('sessions');
    expect(await hiddenPlaces(page)).toEqual([]);
    if (width === 375) {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      expect(await places.allInnerTexts()).toContain('Dead letters');
      await places.filter({ hasText: 'Dead letters' }).click();
      await waitForText(page, 'broken-one');
      expect(await hiddenPlaces(page)).toEqual([]);
      const chrome = await page.evaluate(() => {
        const rectOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
        const [content, nav] = [rectOf('#content'), rectOf('.side nav')];
        return { below: innerHeight - nav.bottom, height: content.top + scrollY + nav.height };
      });
      expect(chrome.below).toBe(0);
      expect(chrome.height).toBeLessThanOrEqual(100);
    }
    await goTo(`endpoints/${merchant.endpoint!.id}`);
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findViolations(page, 'dialog[open]')).toEqual([]);
    await goTo(`platforms/${platform.id}`);
    await page.getByRole('button', { name: 'Add a token' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findViolations(page, 'dialog[open]')).toEqual([]);
    await page.keyboard.press('Escape');
    for (const [path, button] of [
      [`merchants/${merchant.id}/replays`, 'New replay'],
      ['dead-letters', 'Delete'],
    ] as const) {
      await goTo(path);
      await page.getByRole('button', { name: button }).click();
      await page.locator('dialog .preview-sum').waitFor();
      expect(await findViolations(page, 'dialog[open]')).toEqual([]);
      await page.keyboard.press('Escape');
    }
  },
);

/** The shown places that the navigation cuts off, and the current place if it is not shown. */
const hiddenPlaces = (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: 'Main' }).evaluate((navigation) => {
    const { right, bottom } = navigation.getBoundingClientRect();
    const links = [...navigation.querySelectorAll('a, button')];
    return links
      .filter((link) => {
        const place = link.getBoundingClientRect();
        const isShown = place.width > 0;
        return isShown ? place.right > right || place.bottom > bottom : link.hasAttribute('aria-current');
      })
      .map((link) => link.textContent);
  });

test('with the keyboard alone one signs in, skips the navigation, and goes to another page, which has the focus', async () => {
  const { page } = await showConsole();
  await page.getByLabel('Operator token').focus();
  await page.keyboard.type(product.secrets.operatorToken);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focusedText(page)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');

  await page.getByRole('link', { name: 'Endpoints', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor();
  await pollUntil('the page has the focus', async () =>
    (await page.evaluate(() => document.activeElement?.id)) === 'content' ? true : undefined,
  );
  expect(await page.title()).toBe('Endpoints · Delivery console');
});

test('single keys go to pages and from row to row, and a list says which; what is typed stays text', async () => {
  const { page } = await openConsole();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Go to Dead letters').waitFor();
  expect(await findViolations(page, 'dialog[open]')).toEqual([]);
  await page.keyboard.type('go');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await page.title()).toMatch(/Now · Delivery console$/);

  await page.keyboard.type('go');
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  await page.getByRole('row').nth(3).waitFor();
  const numbers = await page.locator('tbody tr a[href^="#/orders/"]').allInnerTexts();
  const focused: (string | null | undefined)[] = [];
  for (const key of 'kjjjk') {
    await page.keyboard.press(key);
    focused.push(await focusedText(page));
  }
  expect(focused).toEqual([0, 1, 2, 2, 1].map((row) => numbers[row]));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Order ${numbers[1]}`, level: 1 }).waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('g?jo');
  expect(await page.getByRole('searchbox').inputValue()).toBe('g?jo');
  expect(await sheet.count()).toBe(0);
});

const focusedText = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.textContent);

test('whose browser is Portuguese is spoken to so, and what is chosen is kept', async () => {
  const { page } = await showConsole({ locale: 'pt-BR' });
  await page.getByLabel('Token de operador').fill(product.secrets.operatorToken);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('heading', { name: 'Agora', level: 1 }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('pt-BR');
  await page.getByRole('button', { name: 'Configurações' }).click();
  await page.getByLabel('Idioma').selectOption('English');
  await page.getByRole('heading', { name: 'Now', level: 1 }).waitFor();
  await page.getByLabel('Theme').selectOption('dark');
  await page.reload();
  await page.getByRole('heading', { name: 'Now', level: 1 }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
});
