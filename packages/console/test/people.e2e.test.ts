import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  buildOrder,
  expectSuccess,
  type Merchant,
  pollUntil,
  type Product,
  startProduct,
} from '@delivery/test-support';
import { findViolations } from '@delivery/test-support/browser';
import { type Mailbox, openMailbox } from '@delivery/test-support/mailbox';
import { openMenu, usePages } from './open-page.js';

let mailbox: Mailbox;
let product: Product;
const { openPage } = usePages(() => product);
let merchant: Merchant;

beforeAll(async () => {
  mailbox = await openMailbox();
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'ops@delivery.test', PUBLIC_URL: 'http://delivery.test' };
  [product] = await Promise.all([startProduct({ env: { 'order-state': mail } })]);
  merchant = await product.createMerchant({ name: 'Cantina da Praça' });
});

afterAll(async () => {
  await product.close();
  await mailbox.close();
});

/** As if this machine had the public address. */
const here = (url: string): string => url.replace('http://delivery.test', product.url('intake-api'));

const provideLink = async (): Promise<string> => {
  const path = `/operator/v1/merchants/${merchant.id}/portal-links`;
  const body = { scope: 'full', by: 'Marina', reason: 'the owner asked' };
  return here(String(expectSuccess(await product.operator.call(path, { method: 'POST', body }))['url']));
};

/** The link of the next mail to the address. */
const nextLink = async (address: string): Promise<string> => {
  const { raw } = await pollUntil(`a mail to ${address}`, () => {
    const at = mailbox.taken.findIndex(({ to }) => to.includes(address));
    return at < 0 ? undefined : mailbox.taken.splice(at, 1)[0];
  });
  const [, link = ''] = /(http:\S+#mailed-link=\S+)/.exec(raw.replace(/=\r\n/g, '').replaceAll('=3D', '=')) ?? [];
  return here(link);
};

test.each([
  [1440, 'light'],
  [375, 'dark'],
] as const)(
  'at %i pixels, %s: the owner invites a person, who signs in by mail until it is removed',
  async (width, theme) => {
    const email = `rui${width}@shop.example`;
    const owner = await openPage(await provideLink(), { width });
    await owner.page.emulateMedia({ colorScheme: theme });
    await owner.page.getByRole('heading', { name: 'Cantina da Praça', level: 1 }).waitFor();
    await owner.page.goto(`${product.url('intake-api')}/portal/#/people`);
    await owner.page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = owner.page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill(email);
    expect(await findViolations(owner.page, 'dialog[open]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Invite a person' }).click();
    await owner.page.getByText(email, { exact: true }).waitFor();
    expect(await findViolations(owner.page)).toEqual([]);

    // A scanner opens the link, and presses no button.
    const link = await nextLink(email);
    const scanner = await openPage(link, { width });
    await scanner.page.emulateMedia({ colorScheme: theme });
    await scanner.page.getByText('Your link works once').waitFor();
    expect(await findViolations(scanner.page)).toEqual([]);
    expect(scanner.page.url()).not.toContain('mailed-link');
    const person = await openPage(link, { width });
    await person.page.emulateMedia({ colorScheme: theme });
    await person.page.getByRole('button', { name: 'Sign in' }).click();
    await person.page.getByRole('heading', { name: 'Cantina da Praça', level: 1 }).waitFor();
    await openMenu(person.page);
    await person.page.getByText(email, { exact: true }).waitFor();

    await scanner.page.getByRole('button', { name: 'Sign in' }).click();
    await scanner.page.getByText('This link was used already or has expired.').waitFor();
    await owner.page.reload();
    await owner.page.getByRole('button', { name: 'Remove' }).last().click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await person.page.getByText('Your session has ended.').waitFor();
  },
);

test('a link to a page leads there after the sign-in by mail, and to no other site', async () => {
  const email = 'lia@shop.example';
  const body = { email, role: 'read', language: 'en' };
  expectSuccess(await product.operator.call(`/operator/v1/owners/${merchant.id}/people`, { method: 'POST', body }));
  await nextLink(email);
  const id = String(expectSuccess(await merchant.create(buildOrder({ display_id: '0042' })))['id']);
  const { page } = await openPage(`${product.url('intake-api')}/portal/#/orders/${id}`);
  await page.getByLabel('E-mail').fill('Lia@shop.example');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send a sign-in link' }).click();
  await page.getByText('If Lia@shop.example was invited, a link is on its way.').waitFor();
  const link = await nextLink(email);
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: /0042/ }).waitFor();
  expect(new URL(page.url()).hash).toBe(`#/orders/${id}`);
  await page.goto(`${product.url('intake-api')}/portal/#/people`);
  await page.getByText('People are not shown in this session').waitFor();

  for (const place of ['//evil.example', 'https://evil.example', 'javascript:alert(1)', '%']) {
    const { origin } = new URL(link);
    const other = await openPage(`${origin}/portal/#mailed-link=none&place=${place}`);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByText('This link was used already or has expired.').waitFor();
    expect(new URL(other.page.url()).origin).toBe(origin);
  }
});
