import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Confirmation } from '@delivery/contracts';
import { createLogger } from '@delivery/service-kit';
import { type Browser, findViolations, openBrowser } from '@delivery/test-support/browser';
import { type Harness, makeMerchant, startHarness } from '../support/intake-harness.js';

let harness: Harness;
let browser: Browser;
const lines: string[] = [];
/** The answer of order-state for each token; it does not answer for others. */
let confirmations: Map<string, Confirmation>;

beforeAll(async () => {
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger({ service: 'intake-api', level: 'trace', destination });
  [harness, browser] = await Promise.all([startHarness({}, [makeMerchant()], logger), openBrowser()]);
  harness.orderState.state.onCall = ({ path, body }) => {
    const confirmation = confirmations.get((JSON.parse(body) as { token: string }).token);
    if (path !== '/internal/v1/contacts/confirm' || !confirmation) return { status: 500 };
    return { status: 200, body: JSON.stringify(confirmation) };
  };
});
afterAll(async () => {
  await browser.close();
  await harness.close();
});

const tokenOf = (mark: string): string => mark.padEnd(43, '-');
beforeEach(() => {
  harness.orderState.state.calls.length = 0;
  confirmations = new Map([
    [tokenOf('known'), { state: 'confirmed', owner: 'Cantina <b>da Praça</b>' }],
    [tokenOf('ended'), { state: 'ended' }],
    [tokenOf('unknown'), { state: 'unknown' }],
  ]);
});

const call = async (method: 'GET' | 'POST', language: string, token: string) => {
  const response = await fetch(`${harness.url}/contacts/${language}/${token}`, { method });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('The page on which an address confirms', () => {
  it('confirms nothing when it is opened, as mail scanners do, and asks in the language of the mail', async () => {
    for (const [language, lang, words] of [
      ['en', 'en', 'Confirm your e-mail address'],
      ['pt', 'pt-BR', 'Confirme o seu endereço de e-mail'],
      ['es', 'es', 'Confirme su dirección de correo'],
    ] as const) {
      const { status, text } = await call('GET', language, tokenOf('known'));
      expect(status).toBe(200);
      for (const part of [`<html lang="${lang}">`, words, '<form method="post">']) expect(text).toContain(part);
      await fetch(`${harness.url}/contacts/${language}/${tokenOf('known')}`, { method: 'HEAD' });
    }
    expect(harness.orderState.state.calls).toEqual([]);
  });

  it('confirms with its button, again without a change, and says whose mails come', async () => {
    for (let times = 0; times < 2; times += 1) {
      const { status, text, headers } = await call('POST', 'en', tokenOf('known'));
      expect(status).toBe(200);
      expect(text).toContain('webhooks of Cantina &lt;b&gt;da Praça&lt;/b&gt; do not arrive');
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self'/);
    }
  });

  it('says that a link has ended, is not there, or cannot be looked at now, and no log has a token', async () => {
    const results = [
      await call('POST', 'en', tokenOf('ended')),
      await call('POST', 'en', tokenOf('unknown')),
      await call('POST', 'en', tokenOf('away')),
      await call('POST', 'en', 'x'),
      await call('GET', 'fr', tokenOf('known')),
    ];
    expect(results.map(({ status }) => status)).toEqual([410, 404, 503, 404, 404]);
    expect(harness.orderState.state.calls).toHaveLength(3);
    expect(lines.join('')).toContain('/contacts/:language/:token');
    for (const mark of ['ended-', 'unknown-', 'away-']) expect(lines.join('')).not.toContain(mark);
  });

  it('works on a phone without JavaScript, and without a barrier', async () => {
    const context = await browser.newContext({ viewport: { width: 375, height: 812 }, javaScriptEnabled: false });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.goto(`${harness.url}/contacts/pt/${tokenOf('known')}`);
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByRole('heading', { name: 'O seu endereço de e-mail está confirmado' }).waitFor();
    await context.close();
    const scripted = await browser.newPage();
    await scripted.goto(`${harness.url}/contacts/en/${tokenOf('known')}`);
    expect(await findViolations(scripted)).toEqual([]);
    await scripted.close();
  });
});
