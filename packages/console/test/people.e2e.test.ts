import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Merchant, type Product, startProduct, startTcpProxy, type TcpProxy } from '@delivery/test-support';
import { type Browser, findViolations, openBrowser } from '@delivery/test-support/browser';
import { startIdentityProvider, type TestIdentityProvider } from '@delivery/test-support/identity-provider';
import { openConsole, waitForText } from './open-console.js';

let front: TcpProxy;
let provider: TestIdentityProvider;
let product: Product;
let browser: Browser;
let merchant: Merchant;

/** The address of the console is registered at the provider before there is a console. */
const origin = () => `http://127.0.0.1:${front.port}`;

beforeAll(async () => {
  front = await startTcpProxy(() => [{ host: '127.0.0.1', port: Number(new URL(product.url('order-state')).port) }]);
  const redirectUri = `${origin()}/operator/v1/session/oidc/callback`;
  provider = await startIdentityProvider(redirectUri);
  const { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET } = provider;
  const client = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_REDIRECT_URI: redirectUri };
  [product, browser] = await Promise.all([startProduct({ env: { 'order-state': client } }), openBrowser()]);
  merchant = await product.createMerchant({ name: 'Cantina da Praça', webhookUrl: `${origin()}/webhooks` });
});

afterAll(async () => {
  await browser.close();
  await product.close();
  await provider.close();
  await front.close();
});

const open = async (width = 1440) => {
  const opened = await openConsole(browser, origin(), { width });
  const button = opened.page.getByRole('button', { name: /^Sign in with localhost/ });
  await button.waitFor();
  return { ...opened, button };
};

test.each([1440, 375])(
  'at %i pixels a person signs in at the identity provider, comes to the place that was opened, and is offered what its roles may do',
  async (width) => {
    provider.signInAs({ sub: 'ana', email: 'ana@example.com', roles: ['act'] });
    const { page, goTo, button, close } = await open(width);
    expect(await findViolations(page)).toEqual([]);
    await page.goto(`${origin()}/console/#/endpoints/${merchant.endpoint!.id}`);
    await button.click();
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    await page.getByText('ana@example.com', { exact: true }).waitFor();
    await page.getByText('Look, Act').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send a test' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Why').fill('does it answer?');
    expect(await dialog.getByLabel('Your name').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await goTo('activity');
    await page.getByRole('row').filter({ hasText: 'does it answer?' }).first().getByText('ana@example.com').waitFor();
    await goTo(`merchants/${merchant.id}`);
    await waitForText(page, 'Nobody is signed in to the portal');
    expect(await page.getByRole('button', { name: 'Make a link' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The provider's own page, which ends its session and leads back.
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await button.waitFor();
    expect(page.url()).toContain(`${origin()}/console/`);
    await close();
  },
);

test('a person without a role is told so at the sign-in, and the token still opens the console', async () => {
  provider.signInAs({ sub: 'eva', email: 'eva@example.com', roles: ['another application’s'] });
  const { page, button, signIn, close } = await open();
  await button.click();
  await page.getByText('have no role here').waitFor();
  expect(page.url()).toBe(`${origin()}/console/`);
  expect(await findViolations(page)).toEqual([]);
  await signIn(product.secrets.operatorToken);
  await close();
});
