import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
import { openMenu, signInWith, usePages, waitForText } from './open-page.js';

/** Settings of order-state, which a restart reads again. */
const settings = { OPERATOR_READ_TOKEN: 'a-token-for-reading-alone-0001', WEBHOOK_RETRY_SCHEDULE: '1h,1h' };
const hostile = `<script>alert(1)</script><img src=x onerror=alert(2)> 🍕`;

let product: Product;
const { openConsole, showConsole } = usePages(() => product);
let receiver: EndpointServer;
let refusing: EndpointServer;
let merchant: Merchant;
let refusedMerchant: Merchant;

const sendReadyOrder = async (owner: Merchant): Promise<string> => {
  const id = String(expectSuccess(await owner.create(buildOrder()))['id']);
  expectSuccess(await owner.ready(id));
  return id;
};

beforeAll(async () => {
  [product, receiver, refusing] = await Promise.all([
    startProduct({ env: { 'order-state': settings } }),
    startEndpointServer(),
    startEndpointServer({ respond: () => ({ status: 500, body: hostile }) }),
  ]);
  merchant = await product.createMerchant({ name: 'Cantina da Praça', webhookUrl: receiver.url });
  refusedMerchant = await product.createMerchant({ name: hostile, webhookUrl: refusing.url });
});

afterAll(async () => {
  await product.close();
  await Promise.all([receiver.close(), refusing.close()]);
});

describe('session', () => {
  test('[P27] begins with the token, which no script can find afterwards, and ends when signed out', async () => {
    const { page } = await showConsole();
    await page.getByLabel('Operator token').fill('not the token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('This is not a valid operator token.').waitFor();

    await signInWith(page, 'Operator token', product.secrets.operatorToken);
    const kept = await page.evaluate(() =>
      JSON.stringify([document.cookie, Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(kept).not.toContain(product.secrets.operatorToken);
    await page.reload();
    await page.getByRole('heading', { name: 'Now', level: 1 }).waitFor();

    await openMenu(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Operator token').waitFor();
    await page.reload();
    await page.getByLabel('Operator token').waitFor();
    const answer = await page.request.get(`${product.url('order-state')}/operator/v1/status`);
    expect(answer.status()).toBe(401);
  });

  test('shows where the browser’s language is none, as Chromium’s on a Linux of the locale C', async () => {
    const { page } = await openConsole({ language: 'en-US@posix' });
    await page.locator('canvas').first().waitFor();
    expect(await page.evaluate(() => navigator.language)).toBe('en-US');
  });

  test('[P27] is listed, and ended by another one, whose page shows it no more', async () => {
    const ours = await openConsole();
    const theirs = await openConsole({ token: settings.OPERATOR_READ_TOKEN });
    await theirs.page.getByText('Read only').waitFor();
    await ours.goTo('sessions');
    const ownRow = ours.page.getByRole('row').filter({ hasText: 'This session' });
    await ownRow.getByText('View, Customers’ data, Operate, Administer').waitFor();
    expect(await ownRow.getByRole('button').count()).toBe(0);
    const readers = ours.page.getByRole('row').filter({ has: ours.page.getByText('View', { exact: true }) });
    await readers.getByRole('button', { name: 'End' }).click();
    const dialog = ours.page.getByRole('dialog');
    await dialog.getByLabel('Your name').fill('Marina');
    await dialog.getByLabel('Reason').fill('left behind on a shared computer');
    await dialog.getByRole('button', { name: 'End' }).click();
    await theirs.page.getByText('Your session has ended.').waitFor();
    await pollUntil('the session is gone', async () => ((await readers.count()) === 0 ? true : undefined));
  });

  test('[P27] with a read-only token is offered no changes, and the service refuses them', async () => {
    const { page, goTo } = await openConsole({ token: settings.OPERATOR_READ_TOKEN });
    await page.getByText('Read only').waitFor();
    const endpointPath = `endpoints/${merchant.endpoint!.id}`;
    await goTo(endpointPath);
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    expect(await page.locator('#content').getByRole('button').allTextContents()).toEqual(['Copy link', 'As tables']);
    await goTo(`merchants/${merchant.id}/replays`);
    await page.getByText('No replay yet').waitFor();
    expect(await page.locator('#content').getByRole('button').allTextContents()).toEqual(['Copy link', 'Download']);
    await goTo(`merchants/${merchant.id}/deliveries`);
    await page.getByText('No webhook here').waitFor();
    expect(await page.locator('#content').getByRole('checkbox').count()).toBe(0);

    await goTo('sessions');
    await page.getByText('This session').waitFor();
    expect(await page.locator('#content').getByRole('button').count()).toBe(0);

    const status = await page.evaluate(async (path) => {
      const answer = await fetch(`../operator/v1/${path}/disable`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ by: 'Reader', reason: 'no reason' }),
      });
      return answer.status;
    }, endpointPath);
    expect(status).toBe(403);
  });
});

describe('traffic', () => {
  test('appears without a reload: an order’s webhooks, delivered and refused', async () => {
    const { page, goTo } = await openConsole();
    await goTo(`merchants/${merchant.id}/deliveries`);
    await page.getByText('No webhook here').waitFor();
    expect(await page.getByText('Try another filter.').count()).toBe(0);
    const orderId = await sendReadyOrder(merchant);
    const row = page
      .getByRole('row')
      .filter({ has: page.getByTitle(orderId) })
      .filter({ hasText: 'Delivery requested' });
    await row.getByText('Delivered').waitFor();
    const filter = (label: string, choice: string) => page.getByLabel(label, { exact: true }).selectOption(choice);
    await filter('Created', 'Last hour');
    await filter('Event', 'Tracking link added');
    await page.getByText('Try another filter.').waitFor();
    await filter('Event', 'Delivery requested');
    await row.waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Ready' }).count()).toBe(0);

    await sendReadyOrder(refusedMerchant);
    await goTo('endpoints');
    const failing = page.getByRole('row').filter({ hasText: refusing.url });
    await failing.getByText('Answers with errors').waitFor();
    await failing.getByRole('link', { name: refusing.url }).click();
    await page.getByRole('row').filter({ hasText: 'Retrying' }).getByText('500').first().waitFor();
  });

  test('[P17] is shown apart for sandbox merchants, and running processes are listed', async () => {
    const { page, goTo } = await openConsole();
    await goTo('now');
    const runs = page.getByRole('region', { name: 'Instances' });
    for (const service of ['intake-api', 'order-state', 'webhook-dispatcher'])
      await runs.getByRole('row').filter({ hasText: service }).filter({ hasText: 'Running' }).waitFor();
    const sandbox = page.getByRole('region', { name: 'Sandbox' });
    expect(await sandbox.count()).toBe(0);
    const webhookUrl = `${refusing.origin}/sandbox`;
    const tested = await product.createMerchant({ name: 'Padaria de teste', mode: 'sandbox', webhookUrl });
    await sendReadyOrder(tested);
    await sandbox.getByRole('link', { name: 'Padaria de teste' }).waitFor();
    await sandbox.getByText('Traffic').click();
    await sandbox.getByRole('heading', { name: 'Successful attempts' }).waitFor();
    const ours = page.getByRole('region', { name: 'Failing endpoints', exact: true });
    expect(await ours.getByText('Padaria de teste').count()).toBe(0);
  });

  test('is counted by merchant and month, narrowed by name, and saved with what narrows it', async () => {
    const { page, goTo } = await openConsole();
    await sendReadyOrder(merchant);
    await sendReadyOrder(refusedMerchant);
    await goTo('usage');
    const link = (name: string) => page.getByRole('table', { name: 'Usage' }).getByRole('link', { name });
    await link('Cantina da Praça').waitFor();
    await link('<script>').waitFor();
    await page.getByLabel('Name or reference').fill('praça');
    await page.keyboard.press('Enter');
    await link('<script>').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Download' }).click();
    const href = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
    const file = await page.request.get(new URL(href ?? '', page.url()).href);
    const lines = (await file.text()).trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[3])).toEqual([merchant.id]);
    await link('Cantina da Praça').click();
    await page
      .getByRole('navigation', { name: 'Sections of this merchant' })
      .getByRole('link', { name: 'Usage' })
      .click();
    await page.getByRole('columnheader', { name: 'Attempts' }).waitFor();
  });

  test('[P27] is shown as text, be it from a merchant, an endpoint or a message', async () => {
    const { page, goTo } = await openConsole();
    await sendReadyOrder(refusedMerchant);
    await publishMessages(product.rabbitmqUrl, [
      { exchange: 'orders', routingKey: 'order.submitted', body: hostile, messageId: hostile, type: hostile },
    ]);
    await goTo('merchants');
    await page.getByRole('link', { name: '<script>alert(1)</script>' }).click();
    await page.getByRole('heading', { level: 1, name: hostile }).waitFor();
    await goTo(`merchants/${refusedMerchant.id}/deliveries?state=waiting`);
    await page.getByRole('row').filter({ hasText: '500' }).first().getByRole('link').first().click();
    await waitForText(page, '<script>alert(1)</script>');
    await goTo('dead-letters');
    await waitForText(page, '<img src=x onerror=alert(2)>');
    expect(await page.locator('img, #app script').count()).toBe(0);
  });
});

describe('an action of an operator', () => {
  test('is asked for with who and why, done with the keyboard alone, and stands in the log', async () => {
    const { page, goTo } = await openConsole();
    const target = await product.createMerchant({ name: 'Padaria São Bento', webhookUrl: `${receiver.url}/other` });
    await goTo(`endpoints/${target.endpoint!.id}`);
    const disable = page.getByRole('button', { name: 'Disable' });
    await disable.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Disable this endpoint?' }).waitFor();
    await page.keyboard.type('Marina');
    await page.keyboard.press('Tab');
    await page.keyboard.type('asked by phone');
    await page.keyboard.press('Escape');
    expect(await disable.evaluate((button) => button === document.activeElement)).toBe(true);

    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('row').filter({ hasText: 'asked by phone' }).filter({ hasText: 'Marina' }).waitFor();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    await sendReadyOrder(target);
    await page.getByText('Held').first().waitFor();

    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('dialog').getByText('Sends 2 webhooks of one order, in about 1').waitFor();
    await page.getByLabel('Reason').fill('they are back');
    await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
    await waitForText(page, /Delivered[^]*Delivered/);

    // The merchant's own actions stand there too.
    const change = { method: 'PATCH', body: { events: ['status_changed'], max_per_second: 9 } };
    expectSuccess(await target.call(`/v1/webhook-endpoints/${target.endpoint!.id}`, change));
    await page
      .getByRole('row')
      .filter({ hasText: 'Changed' })
      .filter({ hasText: /events: .*rate limit: /s })
      .waitFor();

    await goTo('activity?action=endpoint.disabled');
    const row = page.getByRole('row').filter({ hasText: 'asked by phone' });
    await row.getByRole('link', { name: `${receiver.url}/other` }).waitFor();
    await row.getByRole('link', { name: 'Padaria São Bento' }).waitFor();
    expect(await row.innerText()).not.toContain(target.id);
    await page.getByRole('button', { name: 'Download' }).click();
    const href = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
    const file = await page.request.get(new URL(href ?? '', page.url()).href);
    const [header = [], ...lines] = (await file.text())
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    expect([...new Set(lines.map((line) => line[header.indexOf('action')]))]).toEqual(['endpoint.disabled']);
  });

  test('[P31] replays a range, and its progress reaches the end', async () => {
    const { page, goTo } = await openConsole();
    const orderId = await sendReadyOrder(merchant);
    await goTo(`merchants/${merchant.id}/deliveries?state=delivered`);
    await page.getByTitle(orderId).first().waitFor();
    await goTo(`merchants/${merchant.id}/replays`);
    await page.getByRole('button', { name: 'New replay' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send webhooks again' });
    await dialog.getByLabel('Given up').uncheck();
    await dialog.getByLabel('Delivered').check();
    await dialog.getByText(/^Sends \d+ webhooks of (one|\d+) orders? again, in about 1\ss\.$/).waitFor();
    await dialog.getByLabel('Your name').fill('Marina');
    await dialog.getByLabel('Reason').fill('they lost a disk');

    // Another operator switches the endpoint meanwhile.
    const switchTo = (what: string) =>
      product.operator.call(`/operator/v1/endpoints/${merchant.endpoint!.id}/${what}`, {
        method: 'POST',
        body: { by: 'bo', reason: 'moved' },
      });
    expectSuccess(await switchTo('disable'));
    const submit = dialog.getByRole('button', { name: 'Send again' });
    await submit.click();
    await dialog.getByRole('alert').getByText('The preview is out of date, so nothing was done.').waitFor();
    await dialog.getByText('will be held: it is disabled.').waitFor();
    expect(await dialog.innerText()).toContain('It cannot be estimated how long that takes.');
    expectSuccess(await switchTo('enable'));
    await submit.click();
    await dialog.getByText(/ again, in about 1\ss\.$/).waitFor();
    await submit.click();
    const row = page.getByRole('row').filter({ hasText: 'Done' });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/([1-9]\d*) of \1/);
  });

  test('goes to the search by /, until that is turned off', async () => {
    const { page, goTo } = await openConsole();
    await goTo('merchants');
    await page.getByRole('heading', { level: 1, name: 'Merchants' }).waitFor();
    const box = page.getByRole('searchbox', { name: 'Find an order' });
    const isInSearch = () => box.evaluate((element) => element === document.activeElement);
    await page.keyboard.press('/');
    expect(await isInSearch()).toBe(true);
    await openMenu(page);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByLabel('Single-key shortcuts').uncheck();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('/');
    expect(await isInSearch()).toBe(false);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    expect(await isInSearch()).toBe(false);
  });

  test('[P31] deletes all dead letters of one reason, and those that came since stay', async () => {
    const { page, goTo } = await openConsole();
    const refuse = (...messageIds: string[]) =>
      publishMessages(
        product.rabbitmqUrl,
        messageIds.map((messageId) => ({
          exchange: 'orders',
          routingKey: 'order.submitted',
          body: '{"schema_version":99}',
          messageId,
          type: 'order.submitted',
        })),
      );
    await refuse('useless-1', 'useless-2', 'useless-3');
    await goTo('dead-letters');
    const card = page.getByRole('region', { name: /^schema_version 99 is newer/ });
    await card.getByText('useless-3').waitFor();
    await card.getByRole('button', { name: 'Delete all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete for good?' });
    await dialog.getByText('Deletes 3 messages for good.').waitFor();
    await refuse('came-later');
    await card.getByText('came-later').waitFor();
    await dialog.getByLabel('Your name').fill('Marina');
    await dialog.getByLabel('Reason').fill('a test');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('3 messages were deleted.').waitFor();
    await card.getByText('useless-1').waitFor({ state: 'detached' });
    expect(await card.innerText()).toContain('came-later');
  });
});

describe('a service that goes away', () => {
  test('[P27] is announced, keeps all that was shown and typed, and is met again without a reload', async () => {
    const { page, goTo } = await openConsole();
    await goTo(`endpoints/${merchant.endpoint!.id}`);
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByLabel('Reason').fill('half a sentence');
    await product.kill('order-state');
    await waitForText(page, 'The service does not answer. Everything below is from');
    const isOneLine = await page.locator('.away').evaluate((banner) => {
      const words = document.createRange();
      words.selectNodeContents(banner.lastChild!);
      return words.getBoundingClientRect().top < banner.querySelector('svg')!.getBoundingClientRect().bottom;
    });
    expect(isOneLine).toBe(true);
    await page.getByRole('dialog').getByLabel('Your name').fill('Marina');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByText('The service does not answer.').waitFor();
    await product.start('order-state');
    await page.locator('.away').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Reason').inputValue()).toBe('half a sentence');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(receiver.url);
  });

  test('[P27] with the token behind a session ends it, and what was typed is found again', async () => {
    const { page, goTo } = await openConsole();
    const other = await openConsole({ token: settings.OPERATOR_READ_TOKEN });
    await goTo(`endpoints/${merchant.endpoint!.id}`);
    settings.OPERATOR_READ_TOKEN = 'a-token-for-reading-alone-0002';
    await product.restart('order-state');
    await other.page.getByText('Your session has ended.').waitFor();
    expect(await other.page.locator('#content').count()).toBe(0);
    await signInWith(other.page, 'Operator token', settings.OPERATOR_READ_TOKEN);

    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByLabel('Reason').fill('half a sentence');
    await page.context().clearCookies();
    await page.getByText('what you had typed is still there').waitFor();
    await signInWith(page, 'Operator token', product.secrets.operatorToken);
    await page.getByRole('button', { name: 'Disable' }).click();
    expect(await page.getByLabel('Reason').inputValue()).toBe('half a sentence');
  });
});
