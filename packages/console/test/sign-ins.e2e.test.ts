import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildOrder,
  expectSuccess,
  type Merchant,
  pollUntil,
  type Product,
  startProduct,
  startTcpProxy,
  type TcpProxy,
} from '@delivery/test-support';
import { findViolations } from '@delivery/test-support/browser';
import { startIdentityProvider, type TestIdentityProvider } from '@delivery/test-support/identity-provider';
import { excessOf, openMenu, signInWith, usePages, waitForText } from './open-page.js';

let front: TcpProxy;
let provider: TestIdentityProvider;
let product: Product;
const { newContext, openConsole, openPage } = usePages(() => product);
let merchant: Merchant;

/** The address of the console is registered at the provider before there is a console. */
const origin = () => `http://127.0.0.1:${front.port}`;

beforeAll(async () => {
  front = await startTcpProxy(() => [{ host: '127.0.0.1', port: Number(new URL(product.url('order-state')).port) }]);
  const redirectUri = `${origin()}/operator/v1/session/oidc/callback`;
  provider = await startIdentityProvider(redirectUri);
  const { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET } = provider;
  const client = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_REDIRECT_URI: redirectUri };
  [product] = await Promise.all([
    startProduct({ env: { 'order-state': { ...client, PUBLIC_URL: 'http://delivery.test' } } }),
  ]);
  merchant = await product.createMerchant({ name: 'Cantina da Praça', mode: 'sandbox' });
});

afterAll(async () => {
  await product.close();
  await provider.close();
  await front.close();
});

/** As if this machine had the public address. */
const here = (url: string): string => url.replace('http://delivery.test', product.url('intake-api'));

const provideLink = async (scope: 'full' | 'read', owner = merchant): Promise<string> => {
  const path = `/operator/v1/merchants/${owner.id}/portal-links`;
  const body = { scope, by: 'Marina', reason: 'the owner asked' };
  return here(String(expectSuccess(await product.operator.call(path, { method: 'POST', body }))['url']));
};

test('[P30] an operator’s link opens the portal once, leaves the address, and may only look', async () => {
  const { page: console, goTo } = await openConsole();
  await goTo(`merchants/${merchant.id}`);
  await waitForText(console, 'No open portal session');
  await console.getByRole('button', { name: 'Create sign-in link' }).click();
  const dialog = console.getByRole('dialog');
  await dialog.getByLabel('Your name').fill('Marina');
  await dialog.getByLabel('Reason').fill('the owner cannot see an order');
  expect(await findViolations(console, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Create sign-in link' }).click();
  const link = here(await dialog.getByLabel('Sign-in link').inputValue());
  expect(await findViolations(console, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();

  const id = String(expectSuccess(await merchant.create(buildOrder({ display_id: '0042' })))['id']);
  const portal = await openPage(link);
  const { page } = portal;
  await page.getByRole('heading', { name: 'Cantina da Praça', level: 1 }).waitFor();
  await page.getByText('Read only').waitFor();
  expect(page.url()).not.toContain('link=');
  const kept = await page.evaluate(() => JSON.stringify([history.state, Object.entries(localStorage)]));
  expect(kept).not.toContain(link.split('link=')[1]);
  await page.goBack();
  expect(page.url()).not.toContain('link=');
  await page.goto(`${product.url('intake-api')}/portal/`);
  for (const place of ['home', 'orders', `orders/${id}`, 'endpoints', 'deliveries', 'replays']) {
    await page.goto(`${product.url('intake-api')}/portal/#/${place}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const buttons = await page.locator('#content').getByRole('button').allInnerTexts();
    expect([place, buttons.filter((words) => !/^(Show|Download|Copy link)/.test(words))]).toEqual([place, []]);
  }
  expect(await page.getByRole('button', { name: 'Default time zone' }).count()).toBe(0);
  const refused = await page.evaluate(
    async (path) => (await fetch(path, { method: 'POST' })).status,
    `/v1/external-orders/${id}/ready`,
  );
  expect(refused).toBe(403);

  const again = await openPage(link);
  await again.page.getByRole('alert').getByText('This link was used already or has expired.').waitFor();
  await again.page.getByLabel('Token').waitFor();

  await waitForText(console, 'read-only');
  await console.getByRole('button', { name: 'End' }).click();
  await dialog.getByLabel('Reason').fill('ticket 4711 is done');
  expect(await findViolations(console, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'End' }).click();
  await page.getByText('Your session has ended.').waitFor();
});

test('at 375 pixels support of a platform goes from one of its merchants to another', async () => {
  const platform = await product.createPlatform({ name: 'Pedidos' });
  const add = async (name: string, settings: object = {}) => {
    const made = await platform.call('/platform/v1/merchants', { method: 'POST', body: { name, ...settings } });
    return String(expectSuccess(made)['merchant_id']);
  };
  const first = await add('Pizzaria 12');
  const other = await add('Padaria São Bento', { reference: 'loja-13' });
  await add('Quitanda');
  const body = { merchant_id: first, scope: 'full', may_switch: true };
  const made = expectSuccess(await platform.call('/platform/v1/portal-links', { method: 'POST', body }));
  const portal = await openPage(here(String(made['url'])), { width: 375 });
  const { page } = portal;
  await page.getByRole('heading', { name: 'Pizzaria 12', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Switch merchant' }).last().click();
  await page.getByRole('row').filter({ hasText: 'Pizzaria 12' }).getByText('Open now').waitFor();
  expect(await page.getByRole('row').count()).toBe(4);
  expect(await findViolations(page)).toEqual([]);
  expect(await excessOf(page)).toBe(0);
  const hook = { url: 'http://shop.example/platform', name: 'Central' };
  expectSuccess(await platform.call('/v1/webhook-endpoints', { method: 'POST', body: hook }));
  for (const [part, words] of [
    ['Endpoints', 'Central'],
    ['Webhooks', 'No webhook here'],
    ['Usage', 'Nothing in this month'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Your platform' }).getByRole('link', { name: part }).click();
    await waitForText(page, words);
    expect(await findViolations(page)).toEqual([]);
    expect(await excessOf(page)).toBe(0);
  }
  await page.getByRole('navigation', { name: 'Your platform' }).getByRole('link', { name: 'Merchants' }).click();
  await page.getByRole('searchbox', { name: 'Name or reference' }).fill('loja-13');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Padaria São Bento' }).click();
  await page.getByRole('heading', { name: 'Padaria São Bento', level: 1 }).waitFor();
  await pollUntil('the tab is named', async () =>
    (await page.title()).includes('Padaria São Bento') ? true : undefined,
  );
  const { data } = expectSuccess(await platform.call(`/platform/v1/merchants/${other}/portal-sessions`));
  expect(data).toMatchObject([{ begun_with: 'platform', scope: 'full' }]);
  expect(expectSuccess(await platform.call(`/platform/v1/merchants/${first}/portal-sessions`))['data']).toEqual([]);
});

test('at 375 pixels an owner adds, changes and removes recipients of mails', async () => {
  const live = await product.createMerchant({ name: 'Cantina da Serra' });
  const portal = await openPage(await provideLink('full', live), { width: 375 });
  const { page } = portal;
  await waitForText(page, 'Cantina da Serra');
  await page.goto(`${product.url('intake-api')}/portal/#/endpoints`);
  await waitForText(page, 'No recipients yet');
  await waitForText(page, 'This installation sends no e-mail');
  const dialog = page.getByRole('dialog');
  const email = `${'contas.a.pagar.'.repeat(4)}ana@${'unidade-da-rua-augusta.'.repeat(3)}example`;
  const readContacts = async () => expectSuccess(await live.call('/v1/contacts'))['contacts'];

  await page.getByRole('button', { name: 'Add a recipient' }).click();
  await dialog.getByLabel('E-mail').fill(email);
  expect(await findViolations(page, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Add a recipient' }).click();
  await waitForText(page, email);
  expect(await findViolations(page)).toEqual([]);
  expect(await excessOf(page)).toBe(0);
  const linesOf = (word: string) =>
    page.getByText(word, { exact: true }).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  expect(await linesOf('Portuguese')).toBe(1);

  await page.getByRole('button', { name: 'Add a recipient' }).click();
  await dialog.getByLabel('E-mail').fill(email.toUpperCase());
  await dialog.getByRole('button', { name: 'Add a recipient' }).click();
  await dialog.getByText('This address is in the list already.').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Change' }).click();
  await dialog.getByLabel('Language').selectOption('en');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'English' }).waitFor();
  expect(await readContacts()).toEqual([{ email, language: 'en', confirmed_at: null }]);

  await page.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await waitForText(page, 'No recipients yet');
  expect(await readContacts()).toEqual([]);
});

test('a link that is opened in a page of another session begins its own', async () => {
  const portal = await openPage(await provideLink('read'));
  const { page } = portal;
  await page.getByText('Read only').waitFor();
  await page.goto(await provideLink('full'));
  await page.getByRole('button', { name: 'New order' }).waitFor();
  expect(await page.getByText('Read only').count()).toBe(0);
});

test('a tab is named after its merchant, and says so when another merchant’s session begins in another tab', async () => {
  const other = await product.createMerchant({ name: 'Quitanda' });
  const { page } = await openPage(await provideLink('full', other));
  await page.getByRole('heading', { name: 'Quitanda', level: 1 }).waitFor();
  await pollUntil('the tab is named', async () =>
    (await page.title()).endsWith('Overview · Quitanda · Delivery portal') ? true : undefined,
  );
  const second = await page.context().newPage();
  await second.goto(await provideLink('full'));
  await second.getByRole('link', { name: 'Cantina da Praça · Sandbox' }).waitFor();
  await page.getByRole('alert').getByRole('heading', { name: 'Another sign-in' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show the page of that account' }).click();
  await page.getByRole('heading', { name: 'Cantina da Praça', level: 1 }).waitFor();
});

describe('a person of an identity provider', () => {
  let shop: Merchant;
  beforeAll(async () => {
    shop = await product.createMerchant({ name: 'Padaria', webhookUrl: `${origin()}/webhooks` });
  });

  const open = async () => {
    const opened = await openPage(`${origin()}/console/`, { elsewhere: 'anywhere' });
    const button = opened.page.getByRole('button', { name: /^Sign in with localhost/ });
    await button.waitFor();
    return { ...opened, button };
  };

  test('a person signs in at the identity provider, comes to the place that was opened, and is offered what its roles may do', async () => {
    provider.signInAs({ sub: 'ana', email: 'ana@example.com', roles: ['act'] });
    const { page, goTo, button } = await open();
    expect(await findViolations(page)).toEqual([]);
    await page.goto(`${origin()}/console/#/endpoints/${shop.endpoint!.id}`);
    await button.click();
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    await page.getByText('ana@example.com', { exact: true }).waitFor();
    await page.getByText('View, Operate').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send a test' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('does it answer?');
    expect(await dialog.getByLabel('Your name').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await goTo('activity');
    await page.getByRole('row').filter({ hasText: 'does it answer?' }).first().getByText('ana@example.com').waitFor();
    await goTo(`merchants/${shop.id}`);
    await waitForText(page, 'No open portal session');
    expect(await page.getByRole('button', { name: 'Create sign-in link' }).count()).toBe(0);
    await openMenu(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The provider's own page, which ends its session and leads back.
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await button.waitFor();
    expect(page.url()).toContain(`${origin()}/console/`);
  });

  test('the sign-in refuses a person without a role and says so, and the token still opens the console', async () => {
    provider.signInAs({ sub: 'eva', email: 'eva@example.com', roles: ['another application’s'] });
    const { page, button } = await open();
    await button.click();
    await page.getByText('has no role here').waitFor();
    expect(page.url()).toBe(`${origin()}/console/`);
    expect(await findViolations(page)).toEqual([]);
    await signInWith(page, 'Operator token', product.secrets.operatorToken);
  });
});

describe.each([
  ['console', () => `${product.url('order-state')}/console/`, 'Operator token'],
  ['portal', () => `${product.url('intake-api')}/portal/`, 'Token'],
])('The page of the %s from a new replica', (_name, address, label) => {
  /** Requests for its script, of which the first so many are answered by a replica that does not have it. */
  const openBesideOldReplica = async (missing: number, locale: string) => {
    const context = await newContext({ locale });
    const page = await context.newPage();
    const asked: string[] = [];
    await page.route(/\/assets\/index-[^/]*\.js/, async (route) => {
      asked.push(new URL(route.request().url()).search);
      await (asked.length > missing ? route.continue() : route.fulfill({ status: 404 }));
    });
    await page.clock.install();
    await page.goto(address());
    const passTime = () => page.clock.runFor(1_000);
    return { page, asked, passTime };
  };

  test('asks for its script again when an old replica does not have it', async () => {
    const { page, asked, passTime } = await openBesideOldReplica(2, 'en-GB');
    await pollUntil('the page shows itself', async () => {
      await passTime();
      return (await page.getByLabel(label, { exact: true }).isVisible()) || undefined;
    });
    expect(asked).toEqual(['', '?try=1', '?try=2']);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('says what to do when no replica has it', async () => {
    const { page, asked, passTime } = await openBesideOldReplica(100, 'pt-BR');
    const sentence = page.getByText('Esta página está sendo atualizada. Recarregue em um minuto.');
    await pollUntil('the page says so', async () => {
      await passTime();
      return (await sentence.isVisible()) || undefined;
    });
    expect(asked).toHaveLength(11);
  });
});
