import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeDefaultRetries, externalOrderSchema, nextStatuses } from '@delivery/contracts';
import { readGuide, readSnippet, readTable, readVectors, type Vector } from './guide.js';

type Verify = (secret: string, headers: Record<string, string>, body: Buffer, nowSeconds?: number) => boolean;

const guide = readGuide();
const directory = mkdtempSync(join(tmpdir(), 'merchant-guide-'));
let verifyWebhook: Verify;
beforeAll(async () => {
  const file = join(directory, 'verify.mjs');
  writeFileSync(file, readSnippet(guide, 'node'));
  ({ verifyWebhook } = (await import(pathToFileURL(file).href)) as { verifyWebhook: Verify });
});
afterAll(() => rmSync(directory, { recursive: true }));

const headersOf = (vector: Vector) => ({
  'webhook-id': vector.webhook_id,
  'webhook-timestamp': String(vector.webhook_timestamp),
  'webhook-signature': vector.webhook_signature,
});

describe('the Node snippet of the guide', () => {
  const { vectors, forgeries } = readVectors();
  it.each(vectors.map((vector) => [vector.title, vector] as const))(
    'accepts webhooks signed with each live secret, and no others: %s',
    (_title, vector) => {
      const [headers, body, now] = [headersOf(vector), Buffer.from(vector.body), vector.webhook_timestamp];
      for (const secret of vector.secrets) {
        expect(verifyWebhook(secret, headers, body, now + 299)).toBe(true);
        expect(verifyWebhook(secret, headers, Buffer.from(`${vector.body} `), now)).toBe(false);
        expect(verifyWebhook(secret, { ...headers, 'webhook-id': 'msg_other' }, body, now)).toBe(false);
        expect(verifyWebhook(secret, headers, body, now + 301)).toBe(false);
        expect(verifyWebhook(secret, headers, body)).toBe(false);
      }
      expect(verifyWebhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', headers, body, now)).toBe(false);
    },
  );

  it.each(forgeries)('refuses a forgery: $title', (vector) => {
    const [secret = ''] = vector.secrets;
    expect(verifyWebhook(secret, headersOf(vector), Buffer.from(vector.body), vector.webhook_timestamp)).toBe(false);
  });

  it('refuses a request without the headers', () =>
    expect(verifyWebhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', {}, Buffer.from('{}'))).toBe(false));
});

describe('the guide', () => {
  it.each(['en', 'pt'] as const)('names the default retry schedule: %s', (language) => {
    const text = language === 'en' ? guide : readGuide('merchants-pt.md');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(describeDefaultRetries(language));
  });

  it('shows the transitions that there are', () => {
    const codesIn = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code);
    const rows = readTable(guide, 'Statuses of an order').map(([status = '', next = '']) => [
      codesIn(status)[0],
      codesIn(next),
    ]);
    expect(Object.fromEntries(rows)).toEqual(nextStatuses);
  });

  it('begins with an order of the right shape', () => {
    const body = /-d '(\{\n[^]*?\n\})'/.exec(guide)?.[1] ?? '';
    expect(externalOrderSchema.safeParse(JSON.parse(body)).error).toBeUndefined();
  });
});
