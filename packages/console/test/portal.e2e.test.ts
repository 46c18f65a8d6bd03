import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildOrder,
  callJson,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  pollUntil,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findViolations } from '@delivery/test-support/browser';
import { excessOf, openMenu, type OpenPage, signInWith, usePages, waitForText } from './open-page.js';

const hostile = `<script>alert(1)</script><img src=x onerror=alert(2)> 🍕 ${'long'.repeat(60)}`;

const readToken = 'a-token-for-reading-alone-0001';

/** The style of a map with a ground and nothing on it. */
const style = JSON.stringify({ version: 8, sources: {}, layers: [{ id: 'ground', type: 'background' }] });

let product: Product;
const { openConsole, openPortal, showPortal } = usePages(() => product);
let receiver: EndpointServer;
let refusing: EndpointServer;
let styles: EndpointServer;
let merchant: Merchant;
let refused: Merchant;
let sandbox: Merchant;

const openSupport = (token?: string) => openConsole({ ...(token && { token }), elsewhere: styles.origin });

const place = async (owner: Merchant, unknown: object = {}): Promise<string> =>
  String(expectSuccess(await owner.create({ ...buildOrder({ display_id: '0042' }), ...unknown }))['id']);

const placeReady = async (owner: Merchant, unknown: object = {}): Promise<string> => {
  const id = await place(owner, unknown);
  expectSuccess(await owner.ready(id));
  return id;
};

beforeAll(async () => {
  styles = await startEndpointServer({
    respond: () => ({ headers: { 'access-control-allow-origin': '*' }, body: style }),
  });
  [product, receiver, refusing] = await Promise.all([
    startProduct({
      replicas: { 'intake-api': 2 },
      env: {
        'intake-api': { TRACKING_MAP_STYLE_URL: styles.url },
        'order-state': {
          TRACKING_MAP_STYLE_URL: styles.url,
          OPERATOR_READ_TOKEN: readToken,
          WEBHOOK_RETRY_SCHEDULE: '1s,1h',
        },
      },
    }),
    startEndpointServer(),
    startEndpointServer({ respond: () => ({ status: 500, body: hostile }) }),
  ]);
  merchant = await product.createMerchant({ name: 'Cantina da Praça', webhookUrl: receiver.url });
  refused = await product.createMerchant({ name: hostile.slice(0, 128), webhookUrl: refusing.url });
  sandbox = await product.createMerchant({
    name: 'Casa de Testes',
    mode: 'sandbox',
    webhookUrl: `${receiver.url}/box`,
  });
});

afterAll(async () => {
  await product.close();
  await Promise.all([receiver.close(), refusing.close(), styles.close()]);
});

describe('a merchant’s session', () => {
  test('[P30] begins with key and token, which no script can find afterwards, is known to every replica, and ends when signed out', async () => {
    const { page } = await showPortal();
    await page.getByLabel('Key').fill(merchant.key);
    await page.getByLabel('Token').fill('tok_of_nobody');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The key or the token is wrong, or the merchant is not active.').waitFor();

    await page.getByLabel('Key').fill(merchant.key);
    await signInWith(page, 'Token', merchant.token);
    await page.getByRole('heading', { name: 'Cantina da Praça', level: 1 }).waitFor();
    const kept = await page.evaluate(() =>
      JSON.stringify([document.cookie, Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(kept).not.toContain(merchant.token);
    expect(kept).not.toContain(merchant.key);
    await page.reload();
    await page.getByRole('heading', { name: 'Cantina da Praça', level: 1 }).waitFor();

    const [cookie] = await page.context().cookies();
    const atAnother = await fetch(`${product.url('intake-api', 1)}/v1/session`, {
      headers: { cookie: `${cookie?.name}=${cookie?.value}` },
    });
    expect(atAnother.status).toBe(200);

    await openMenu(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Token').waitFor();
    const answer = await page.request.get(`${product.url('intake-api')}/v1/summary`);
    expect(answer.status()).toBe(401);
  });
});

describe('a restaurant owner', () => {
  test('[P30] with a phone sees on one screen where an order is, what to collect, and why a till did not hear', async () => {
    const owner = await product.createMerchant({ name: 'Cantina', webhookUrl: `${receiver.url}/erp` });
    const till = { name: 'Kitchen till', url: `${refusing.url}/till`, events: ['tracking_url_added'] };
    expectSuccess(await owner.call('/v1/webhook-endpoints', { method: 'POST', body: till }));
    const payment = {
      prepaid: 0,
      pending: 5_490,
      methods: [{ value: 5_490, method: 'CASH', type: 'OFFLINE', cash: { change_for: 10_000 } }],
    };
    const id = await placeReady(owner, { display_id: '137', payment });
    for (const status of ['on_route_to_pickup', 'on_route_to_delivery'] as const) {
      expectSuccess(await product.operator.status(id, status));
    }
    expectSuccess(await product.operator.trackingUrl(id, 'https://courier.example/t/137'));

    const { page } = await openPortal(owner, { width: 375 });
    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByRole('searchbox').fill('137');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Order 137', level: 1 }).waitFor();
    await waitForText(page, /Kitchen till: 1 waiting: your server answered 500 twice; next attempt in/);
    await waitForText(page, /\/erp: up to date/);
    for (const words of [
      /On the way to the customer since \d\d:\d\d/,
      'Track the courier',
      '54.90 in cash (change for 100.00)',
      /your server answered 500 twice/,
    ]) {
      const box = await page.getByText(words).first().boundingBox();
      expect([words, (box?.y ?? Infinity) + (box?.height ?? 0) <= 812]).toEqual([words, true]);
    }
    expect(await page.getByText('Marina Albuquerque').count()).toBe(0);
    await page.getByRole('button', { name: 'Show customer’s data' }).click();
    await page.getByText('Marina Albuquerque').waitFor();
  });
});

describe('traffic', () => {
  test('[P30] appears without a reload: an order, its journey, and why the webhook of another order waits, as text', async () => {
    const { page, goTo } = await openPortal(merchant);
    await goTo('orders?status=ready');
    const id = await placeReady(merchant);
    await page.locator(`a[href="#/orders/${id}"]`).waitFor();
    await goTo(`orders/${id}`);
    await waitForText(page, ': up to date');
    expectSuccess(await product.operator.status(id, 'on_route_to_pickup'));
    await waitForText(page, 'On the way to pick-up');
    const took = await page.locator('.time-card td.number:nth-child(3)').allInnerTexts();
    const [total = 0, ...parts] = took.map((words) => Number(words.replace(/\D/g, ''))).reverse();
    expect(parts.reduce((sum, ms) => sum + ms, 0)).toBe(total);

    const other = await openPortal(refused);
    const blocked = await placeReady(refused);
    await other.goTo(`orders/${blocked}`);
    await waitForText(other.page, /2 waiting: your server answered 500 twice; next attempt in/);
    await waitForText(other.page, 'after no. 1');
    await other.page.getByText('Answer of your server').first().click();
    await waitForText(other.page, '<img src=x onerror=alert(2)>');
    await other.goTo('home');
    await other.page.getByText('returns errors').waitFor();
    await waitForText(other.page, '<script>alert(1)</script>');
    expect(await other.page.locator('img, #app script').count()).toBe(0);
  });

  test('is found by what one has in hand, and narrowed by state, event and time', async () => {
    const id = await placeReady(merchant);
    const { headers } = await receiver.waitForRequest(({ body }) => body.toString().includes(id));
    const { page, goTo } = await openPortal(merchant);
    await page.getByRole('searchbox').fill(headers['webhook-id'] ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Order 0042', level: 1 }).waitFor();

    await goTo('deliveries');
    for (const [label, choice] of [
      ['State', 'Delivered'],
      ['Event', 'Delivery requested'],
      ['Created', 'From … until …'],
    ] as const)
      await page.getByLabel(label, { exact: true }).selectOption(choice);
    await page.getByLabel('From').waitFor();
    expect(page.url()).toMatch(/[?&]since=/);
    await pollUntil('only those', async () => {
      const rows = await page.locator('tbody tr').allInnerTexts();
      return rows.length > 0 && rows.every((row) => row.includes('Delivery requested')) ? true : undefined;
    });
    const link = page.getByTitle(id);
    await link.click();
    const drawer = page.getByRole('complementary', { name: 'Webhook' });
    await drawer.getByText('HTTP 200').first().waitFor();
    await pollUntil('the drawer has the focus', async () =>
      (await drawer.evaluate((element) => element === document.activeElement)) ? true : undefined,
    );
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await goTo('replays');
    await page.getByRole('row').filter({ hasText: 'One webhook' }).filter({ hasText: 'Done' }).first().waitFor();

    await page.getByRole('button', { name: 'New replay' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Delivered').check();
    await dialog.getByText(/^Sends \d+ webhooks of .* again, in about \d+\s(s|min)\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('row').filter({ hasText: 'Given up, Delivered' }).filter({ hasText: 'Done' }).waitFor();
  });

  test('[P31] is sent again together, what was selected and nothing else, once it is shown what that comes to', async () => {
    const owner = await product.createMerchant({ name: 'Quitanda', webhookUrl: `${receiver.url}/quitanda` });
    const orders = [await placeReady(owner), await placeReady(owner)];
    const { page, goTo } = await openPortal(owner);
    await goTo('deliveries?state=delivered');
    const boxOf = (orderId: string, words: string) =>
      page.getByRole('checkbox', { name: new RegExp(`${words}, order ${orderId}`) });
    const requested = 'Delivery requested';
    await Promise.all(orders.flatMap((id) => [boxOf(id, 'Ready').waitFor(), boxOf(id, requested).waitFor()]));
    const again = page.getByRole('button', { name: 'Send again', exact: true });
    expect(await again.isDisabled()).toBe(true);
    await page.getByLabel('Select all shown').check();
    await page.getByText('4 selected').waitFor();
    for (const id of orders) await boxOf(id, requested).uncheck();
    await again.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Sends 2 webhooks of 2 orders again').waitFor();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await pollUntil('nothing is selected', async () => ((await again.isDisabled()) ? true : undefined));
    await goTo('replays');
    await page.getByRole('row').filter({ hasText: 'Selected webhooks' }).filter({ hasText: '2 of 2' }).waitFor();
    await goTo('deliveries?state=delivered&event=status_changed');
    await page.getByRole('button', { name: 'Send all that match again' }).click();
    await dialog.getByText('Sends 2 webhooks of 2 orders again').waitFor();
    await page.keyboard.press('Escape');
    const repeated = receiver.requests.filter(
      ({ path, headers }) => path.endsWith('/quitanda') && headers['webhook-replay'] !== undefined,
    );
    const bodies = repeated.map(({ body }) => JSON.parse(body.toString()) as { id: string; event: string });
    expect(bodies.map(({ id, event }) => [id, event]).sort()).toEqual(
      orders.map((id) => [id, 'status_changed']).sort(),
    );
  });

  test('shows on a map where the courier was seen last to its merchant and to who may see it, and to others how far away', async () => {
    const owner = await product.createMerchant({ name: 'Pastelaria' });
    const { token } = await product.createCourierSystem({ merchants: [owner.id] });
    const id = await placeReady(owner);
    const tell = async (path: string, body: object = {}) =>
      expectSuccess(
        await callJson(`${product.url('intake-api')}/courier/v1${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body,
        }),
      );
    await tell(`/deliveries/${id}/accept`);
    await tell(`/deliveries/${id}/courier`, { name: 'Rui', vehicle: 'bicycle' });
    for (const status of ['on_route_to_pickup', 'on_route_to_delivery'])
      await tell(`/deliveries/${id}/status`, { status });
    await tell('/positions', { positions: [{ delivery_id: id, latitude: -23.5, longitude: -46.6 }] });
    const portal = await openPortal(owner, { elsewhere: styles.origin });
    const support = await openSupport();
    const display = await openSupport(readToken);
    for (const { goTo, page } of [portal, support, display]) {
      await goTo(`orders/${id}`);
      await waitForText(page, /The courier was last seen .+, [\d.]+\skm from the customer/);
    }
    for (const { page } of [portal, support]) {
      await page.locator('iframe.map:not(.waiting)').waitFor();
      await page.frameLocator('iframe.map').getByRole('img', { name: 'The courier' }).waitFor();
      expect(await findViolations(page)).toEqual([]);
    }
    expect(await display.page.locator('iframe').count()).toBe(0);
    expect(await display.page.locator('svg.way').isVisible()).toBe(true);
  });
});

describe('a problem of the courier', () => {
  test('[P18] is answered on the page of its order by the merchant, who sees its words in the dialog alone, or by an operator', async () => {
    const owner = await product.createMerchant({ name: 'Cantina' });
    const { call } = await product.createCourierSystem({ merchants: [owner.id] });
    const id = await placeReady(owner);
    const tell = async (action: string, body: object = {}) =>
      expectSuccess(await call(`/courier/v1/deliveries/${id}/${action}`, { method: 'POST', body }));
    await tell('accept');
    await tell('problems', { kind: 'customer_absent', text: hostile });
    await tell('problems', { kind: 'late' });
    const portal = await openPortal(owner);
    const support = await openSupport();
    const answer = async ({ page, goTo }: OpenPage, kind: string, action: string, by: readonly string[]) => {
      await goTo(`orders/${id}`);
      const problem = page.getByRole('listitem').filter({ hasText: kind });
      await problem.getByRole('button', { name: action }).click();
      const dialog = page.getByRole('dialog', { name: 'Answer the courier' });
      await dialog.getByText(kind).waitFor();
      expect(await findViolations(page, 'dialog[open]')).toEqual([]);
      for (const label of by) await dialog.getByLabel(label).fill('Marina');
      const isShown = await dialog.getByText('<script>').isVisible();
      await dialog.getByRole('button', { name: action }).click();
      await problem.filter({ hasText: `: ${action}` }).waitFor();
      expect(await problem.getByRole('button').count()).toBe(0);
      return isShown;
    };
    expect(await answer(portal, 'No one opened the door', 'Leave it at the door', [])).toBe(true);
    expect(await answer(support, 'It comes too late', 'Try again', ['Your name', 'Reason'])).toBe(false);
    const { problems } = (await owner.get(id)).body;
    expect(problems).toMatchObject([{ answer: { action: 'leave_at_door' } }, { answer: { action: 'retry' } }]);
    expect(await portal.page.getByText('<script>').count()).toBe(0);
  });
});

describe('endpoints', () => {
  test('[P30] are added with a secret that is shown once, tried, given another one, disabled and enabled', async () => {
    const owner = await product.createMerchant({ name: 'Pastelaria' });
    const { page, goTo } = await openPortal(owner);
    await waitForText(page, 'No endpoint yet: you receive no webhooks');
    await goTo('endpoints');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL', { exact: true }).fill(`${receiver.url}/new?token=never-shown`);
    await dialog.getByLabel('Header name').fill('Authorization');
    await dialog.getByLabel('Header value').fill('Bearer never-shown');
    await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
    const shown = page.getByRole('dialog', { name: 'Signing secret' });
    const secret = await shown.getByRole('textbox', { name: 'Signing secret' }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await page.keyboard.press('Escape');
    expect(await shown.isVisible()).toBe(true);
    await shown.getByRole('button', { name: 'I have stored it' }).click();

    await waitForText(page, 'Authorization: ');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await waitForText(page, 'answered 200 after');
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    const another = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
    expect(another).toMatch(/^whsec_/);
    expect(another).not.toBe(secret);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByLabel('Ed25519').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await waitForText(page, 'whpk_');
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    await page.reload();
    await waitForText(page, 'Authorization: ');
    const everything = await page.evaluate(() => document.documentElement.outerHTML);
    for (const kept of [secret, another, 'never-shown']) expect(everything).not.toContain(kept);

    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await waitForText(page, 'by you');
    const id = await placeReady(owner);
    await goTo(`orders/${id}`);
    await waitForText(page, 'the endpoint is disabled (by you)');
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('dialog').getByText('Sends 2 webhooks of one order, in about').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
    await waitForText(page, ': up to date');
  });

  test('[P32] are changed in what was changed and nothing else, with each fault beside its field, and what waits goes to the new address', async () => {
    const owner = await product.createMerchant({ name: 'Empório', webhookUrl: `${refusing.url}/erp?key=c2VjcmV0` });
    const { id } = owner.endpoint!;
    const order = await placeReady(owner);
    const { page, goTo } = await openPortal(owner);
    await goTo(`orders/${order}`);
    await waitForText(page, 'next attempt in');
    await goTo(`endpoints/${id}`);
    const dialog = page.getByRole('dialog');
    const url = dialog.getByLabel('URL', { exact: true });
    const open = async () => {
      await page.getByRole('button', { name: 'Change' }).click();
      await dialog.getByText('Nothing has changed yet.').waitFor();
      expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    };
    const save = () => dialog.getByRole('button', { name: 'Save' }).click();

    // The portal shows the URL masked. The other settings can be changed all the same, and the URL stays.
    await open();
    expect(await url.inputValue()).toMatch(/\/erp\?key=\*\*\*$/);
    await dialog.getByLabel('Tracking link added').check();
    await dialog.getByLabel('Header name').fill('Authorization');
    await dialog.getByLabel('Header value').fill('Bearer never-shown');
    await dialog.getByLabel('Delivered', { exact: true }).check();
    await dialog.getByLabel('Give up after').fill('30');
    await dialog.getByText('Webhooks carry Authorization with this value').waitFor();
    // Another user changes the endpoint meanwhile.
    expectSuccess(await owner.call(`/v1/webhook-endpoints/${id}`, { method: 'PATCH', body: { max_per_second: 40 } }));
    await save();
    await waitForText(page, 'Authorization: ***');
    await waitForText(page, '40 per second');
    await waitForText(page, '30 minutes');
    expect((await owner.call(`/v1/webhook-endpoints/${id}`)).body).toMatchObject({
      give_up_after: 1_800,
      statuses: ['delivered'],
    });
    await waitForText(page, /erp\?key=\*\*\*/);

    await open();
    await url.fill('https://shop.example/hook?key=***');
    await dialog.getByLabel('Rate limit').fill('ten');
    await save();
    await dialog.getByText('Enter the whole address').waitFor();
    await dialog.getByText('Enter a whole number, or leave it empty.').waitFor();
    await pollUntil('the first one has the focus', async () =>
      (await url.evaluate((field) => field === document.activeElement)) ? true : undefined,
    );
    await url.fill(`${receiver.url}/erp`);
    await dialog.getByText('The value was given for the previous server.').waitFor();
    await dialog.getByLabel('Send no header').check();
    await dialog.getByLabel('Rate limit').fill('');
    await dialog.getByText('The 2 webhooks that wait go to the new address at their next try.').waitFor();
    expect(await dialog.locator('[aria-invalid], .faulty').count()).toBe(0);
    await save();
    await page.getByRole('heading', { name: `${receiver.url}/erp`, level: 1 }).waitFor();
    await waitForText(page, /Rate limit\nNone/);

    const other = { method: 'POST', body: { url: `${receiver.url}/other` } };
    expectSuccess(await owner.call('/v1/webhook-endpoints', other));
    await open();
    await url.fill(other.body.url);
    await save();
    await dialog.getByText('Another of your endpoints already has this address.').waitFor();
    await page.keyboard.press('Escape');
    await open();
    expect(await url.inputValue()).toBe(`${receiver.url}/erp`);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Send a test' }).click();
    await receiver.waitForRequest(({ path }) => path.endsWith('/erp'));
    const changes = page.getByRole('region', { name: 'Changes' });
    await changes.getByText('rate limit: 40 per second → None').waitFor();
    await changes.getByText('give up after: Last attempt → 30 minutes').waitFor();
    await changes.getByText(`URL: ${refusing.url}/erp?key=*** → ${receiver.url}/erp`).waitFor();
  });

  test('times are shown in the time zone that support or the merchant sets for all of its users, each user may choose another, and yesterday is a day there', async () => {
    const owner = await product.createMerchant({ name: 'Fuso', webhookUrl: receiver.url });
    const id = await placeReady(owner);
    const support = await openSupport();
    await support.goTo(`merchants/${owner.id}`);
    await support.page.getByRole('button', { name: 'Edit' }).click();
    const form = support.page.getByRole('dialog');
    await form.getByLabel('Default time zone').selectOption('Pacific/Kiritimati');
    await form.getByLabel('Your name').fill('ana');
    await form.getByLabel('Reason').fill('asked for it');
    await form.getByRole('button', { name: 'Save' }).click();
    await waitForText(support.page, 'Pacific/Kiritimati');

    const { page, goTo } = await openPortal(owner);
    await openMenu(page);
    const choice = page.locator('.menu').getByLabel('Time zone');
    await pollUntil('the zone is the merchant’s', async () =>
      (await choice.inputValue()) === 'merchant' ? true : undefined,
    );
    expect(await choice.locator('option:checked').innerText()).toBe('Kiritimati');
    await goTo(`endpoints/${owner.endpoint!.id}`);
    await page.getByRole('button', { name: 'Send again' }).click();
    const dialog = page.getByRole('dialog');
    // The range that the dialog opens with may be asked for at this moment, or not yet.
    const asked: { since: string; until: string }[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/webhook-replays/preview')) asked.push(request.postDataJSON());
    });
    await dialog.getByRole('button', { name: 'Yesterday' }).click();
    expect(await dialog.getByLabel('From').inputValue()).toMatch(/T00:00$/);
    const isYesterday = ({ since, until }: (typeof asked)[number]): boolean =>
      since.includes('T10:00:00') && Date.parse(until) - Date.parse(since) === 86_400_000;
    await pollUntil('the range is asked for', () => Promise.resolve(asked.some(isYesterday) ? true : undefined));
    await page.keyboard.press('Escape');
    await openMenu(page);
    await choice.selectOption('utc');
    const forAll = page.getByRole('button', { name: 'Default time zone' });
    await forAll.click();
    await dialog.getByLabel('Time zone').selectOption('Pacific/Marquesas');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved for everyone.').waitFor();
    expect(await choice.locator('option:checked').innerText()).toBe('Marquesas');
    await waitForText(support.page, 'Pacific/Marquesas');
    await forAll.click();
    await dialog.getByLabel('Time zone').selectOption('Pacific/Kiritimati');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitForText(support.page, 'Pacific/Kiritimati');
    await choice.selectOption('utc');
    await goTo(`orders/${id}`);
    await page.reload();
    expect(await choice.inputValue()).toBe('utc');

    const {
      body: { created_at: createdAt },
    } = await owner.call(`/v1/external-orders/${id}`);
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Pacific/Kiritimati' });
    await support.goTo(`orders/${id}`);
    await openMenu(support.page);
    await support.page.getByLabel('Time zone').selectOption({ label: 'Kiritimati' });
    await waitForText(support.page, clock.format(Date.parse(String(createdAt))));
  });

  test('that a till fetches from have neither a URL nor a test', async () => {
    const owner = await product.createMerchant({ name: 'Sem URL' });
    const { page, goTo } = await openPortal(owner);
    await goTo('endpoints');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByLabel('Pull by your till').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Rotate secret' }).waitFor();
    expect(await page.getByRole('button', { name: 'Send a test' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Status changed').check();
    expect(await page.getByLabel('URL', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForText(page, 'Status changed');
  });
});

describe('in a sandbox', () => {
  test('[P30] an order is placed, and moved by the steps that may come next and no others', async () => {
    const { page, goTo } = await openPortal(sandbox);
    await page.getByText('Sandbox', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'New order' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Scenario').selectOption('stuck');
    await dialog.getByLabel('Speed').fill('9999');
    await dialog.getByRole('button', { name: 'Place the order' }).click();
    const speed = dialog.getByLabel('Speed');
    await dialog.getByText('Enter a number from 1 to 3600.').waitFor();
    expect(await speed.getAttribute('aria-invalid')).toBe('true');
    await pollUntil('the field has the focus', async () =>
      (await speed.evaluate((field) => field === document.activeElement)) ? true : undefined,
    );
    expect(await dialog.getByRole('alert').count()).toBe(0);
    expect(await findViolations(page, 'dialog[open]')).toEqual([]);
    await speed.fill('60');
    expect(await speed.getAttribute('aria-invalid')).toBeNull();
    await dialog.getByRole('button', { name: 'Place the order' }).click();
    await waitForText(page, 'Simulated couriers move it');
    const steps = page.locator('section[aria-labelledby="courier"] button');
    const stepsAre = (names: string[]) =>
      pollUntil(`the steps are ${names.join()}`, async () =>
        (await steps.allInnerTexts()).join() === names.join() ? true : undefined,
      );
    await stepsAre(['On the way to pick-up', 'Canceled']);
    await page.getByRole('button', { name: 'On the way to pick-up' }).click();
    await stepsAre(['At pick-up', 'On the way to the customer', 'Give up', 'Canceled']);
    await waitForText(page, 'You move it by hand');
    await page.getByRole('button', { name: 'On the way to the customer' }).click();
    await page.getByRole('button', { name: 'Delivered' }).click();
    await waitForText(page, 'Nothing more can happen to it.');
    await waitForText(page, ': up to date');

    await goTo(`endpoints/${sandbox.endpoint!.id}`);
    await page.getByRole('button', { name: 'Wrong signature' }).click();
    await waitForText(page, 'Requested: Wrong signature.');
    await placeReady(sandbox);
    await waitForText(page, 'Wrong signature: your receiver answered 200');
    await waitForText(page, /failed\s+Wrong signature/);
    await page.getByRole('button', { name: 'Given up at once' }).click();
    await waitForText(page, 'Requested: Given up at once.');
    await placeReady(sandbox);
    await waitForText(page, /not given up\s+Given up at once: your receiver answered 200/);
  });

  test('[P30] an order shows which of its fields were not read, as text', async () => {
    const { page, goTo } = await openPortal(sandbox);
    await goTo(`orders/${await place(sandbox, { deliveryTime: 'soon', ['observação <b>']: 'no nuts' })}`);
    const warning = page.getByRole('status').filter({ hasText: '2 fields of this order are not known' });
    await warning.waitFor();
    expect((await warning.getByRole('listitem').allInnerTexts()).sort()).toEqual(['/deliveryTime', '/observação <b>']);
    await goTo(`orders/${await place(sandbox, { deliveryTime: 'soon' })}`);
    await waitForText(page, 'A field of this order is not known');
    await goTo(`orders/${await place(sandbox)}`);
    await waitForText(page, 'Simulated couriers move it');
    expect(await page.getByText('not known').count()).toBe(0);
  });

  test('is nothing that a live merchant is offered', async () => {
    const { page, goTo } = await openPortal(merchant);
    await goTo('orders');
    await page.getByText('Newest first.').waitFor();
    expect(await page.getByRole('button', { name: 'New order' }).count()).toBe(0);
    await goTo(`endpoints/${merchant.endpoint!.id}`);
    await page.getByRole('button', { name: 'Send a test' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Try your receiver' }).count()).toBe(0);
  });
});

/** Every place, and the words that show that it has loaded. */
const places = (orderId: string): [path: string, words: string][] => [
  ['home', 'Newest orders'],
  ['orders', '0042'],
  [`orders/${orderId}`, 'Timing'],
  [`orders/${orderId}`, 'and 1 more'],
  ['endpoints', '/box'],
  [`endpoints/${sandbox.endpoint!.id}`, 'Try your receiver'],
  ['deliveries', '#0042 · Ready'],
  ['replays', 'No replay yet'],
  ['times', 'Webhook receivers'],
  ['search?q=0042', 'External ID'],
];

test.each([1440, 375])(
  'at %i pixels every page of the portal passes WCAG 2.2 AA in light and dark colours as axe checks it, and none is wider',
  async (width) => {
    const long = Object.fromEntries(Array.from({ length: 21 }, (_, index) => ['x'.repeat(150) + String(index), 1]));
    const id = await placeReady(sandbox, long);
    const { page, goTo } = await showPortal({ width });
    await page.getByLabel('Token').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('Key').fill(sandbox.key);
    await signInWith(page, 'Token', sandbox.token);
    for (const [path, words] of places(id)) {
      await goTo(path);
      await waitForText(page, words);
      expect(await findViolations(page)).toEqual([]);
      const excess = await excessOf(page);
      expect([path, excess]).toEqual([path, 0]);
    }
    for (const [path, button] of [
      ['endpoints', 'Add an endpoint'],
      ['orders', 'New order'],
      [`endpoints/${sandbox.endpoint!.id}`, 'Change'],
    ] as const) {
      await goTo(path);
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      if (button === 'Change') {
        await dialog.getByLabel('URL', { exact: true }).fill('nothing');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.getByText('Enter a whole address').waitFor();
      }
      expect(await findViolations(page, 'dialog[open]')).toEqual([]);
      expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      await page.keyboard.press('Escape');
    }
  },
);
