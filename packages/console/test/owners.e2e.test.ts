import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Product, startProduct } from '@delivery/test-support';
import { findViolations } from '@delivery/test-support/browser';
import { usePages } from './open-page.js';

const readToken = 'a-token-for-reading-alone-0001';

let product: Product;
const { openConsole } = usePages(() => product);

beforeAll(async () => {
  [product] = await Promise.all([startProduct({ env: { 'order-state': { OPERATOR_READ_TOKEN: readToken } } })]);
});

afterAll(async () => {
  await product.close();
});

test.each([1440, 375])('at %i pixels adds a merchant, shows its credentials once, and changes it', async (width) => {
  const { page, goTo } = await openConsole({ width });
  await product.createMerchant({ name: `Loja ${width}`, platform: 'Pedidos' });
  await goTo('merchants');
  await page.getByRole('button', { name: 'New merchant' }).click();
  const dialog = page.getByRole('dialog');
  const name = `Padaria ${width}`;
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Pedidos');
  await dialog.getByLabel('Webhook URL').fill('http://shop.example:22/hooks');
  await dialog.getByLabel('Your name').fill('Marina');
  await dialog.getByLabel('Reason').fill('signed today');
  await page.keyboard.press('Enter');
  const refused = dialog.getByLabel('Webhook URL');
  await dialog.getByText('The webhook URL is refused:').waitFor();
  expect(await refused.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
  expect(await findViolations(page, 'dialog[open]')).toEqual([]);
  await refused.fill('http://shop.example/hooks');
  await page.keyboard.press('Enter');

  const [key, token] = ['Key', 'Token'].map((label) => dialog.getByLabel(label, { exact: true }));
  await dialog.getByRole('heading', { name: 'Credentials' }).waitFor();
  expect(await findViolations(page, 'dialog[open]')).toEqual([]);
  expect(await dialog.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/);
  const query = new URLSearchParams({ key: await key!.inputValue(), token: await token!.inputValue() });
  const answer = await page.request.get(`${product.url('intake-api')}/v1/webhook-endpoints?${query.toString()}`);
  expect(await answer.json()).toMatchObject({ data: [{ url: 'http://shop.example/hooks' }] });
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  const limit = dialog.getByLabel('Orders per minute');
  await limit.fill('0');
  await dialog.getByLabel('Reference').fill(`loja-${width}`);
  await dialog.getByLabel('Tracking page for customers').selectOption('on');
  await dialog.getByLabel('Reason').fill('a new contract');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('.fault').waitFor();
  expect(await limit.evaluate((field) => field === document.activeElement)).toBe(true);
  await limit.fill('120');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('PUBLIC_URL').waitFor();
  await dialog.getByLabel('Tracking page for customers').selectOption('off');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Orders: 120; other calls: default').waitFor();
  await page.getByText(`loja-${width}`).waitFor();
  await goTo('activity?action=merchant.changed');
  await page.getByRole('row').filter({ hasText: 'a new contract' }).first().waitFor();
});

test('adds platforms and courier systems in the same form, and offers a reader none of it', async () => {
  const { page, goTo } = await openConsole();
  const dialog = page.getByRole('dialog');
  const add = async (place: string, button: string, name: string): Promise<string> => {
    await goTo(place);
    await page.getByRole('button', { name: button }).click();
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByLabel('Your name').fill('Marina');
    await dialog.getByLabel('Reason').fill('signed today');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    return token;
  };
  expect(await add('platforms', 'New platform', 'Entregas Já')).toMatch(/^ptok_/);
  expect(await add('couriers', 'New courier system', 'Rapidinho')).toMatch(/^ctok_/);
  const served = await product.createMerchant({ name: 'Cantina da Praça' });
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Serves').fill(`${served.id}, unknown`);
  await dialog.getByLabel('Reason').fill('one shop alone');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('.fault').waitFor();
  await dialog.getByLabel('Serves').fill(served.id);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('merchants: 1').waitFor();

  const reader = await openConsole({ token: readToken });
  for (const place of ['merchants', `merchants/${served.id}`, 'platforms', 'couriers']) {
    await reader.goTo(place);
    await reader.page
      .getByText(/Cantina da Praça|Entregas Já|Rapidinho/)
      .first()
      .waitFor();
    const buttons = await reader.page.locator('#content').getByRole('button').allInnerTexts();
    expect([place, buttons.filter((words) => /New|Edit|Add/.test(words))]).toEqual([place, []]);
  }
});
