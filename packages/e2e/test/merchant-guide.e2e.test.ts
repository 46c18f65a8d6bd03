import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type EndpointServer,
  expectSuccess,
  type Product,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';

type Verify = (secret: string, headers: Record<string, string>, body: Buffer) => boolean;

const guide = readFileSync(new URL('../../../docs/merchants.md', import.meta.url), 'utf8');
const directory = mkdtempSync(join(tmpdir(), 'merchant-guide-'));

let product: Product;
let endpoint: EndpointServer;
beforeAll(async () => {
  product = await startProduct();
  endpoint = await startEndpointServer();
});
afterAll(() => product.close());
afterAll(() => endpoint.close());
afterAll(() => rmSync(directory, { recursive: true }));

const importSnippet = async (): Promise<Verify> => {
  const code = /<!-- snippet: node -->\s+```js\n([^]*?)```/.exec(guide)?.[1];
  const file = join(directory, 'verify.mjs');
  writeFileSync(file, code ?? '');
  const { verifyWebhook } = (await import(pathToFileURL(file).href)) as { verifyWebhook: Verify };
  return verifyWebhook;
};

describe('the guide for merchants', () => {
  it('leads to a first order whose webhooks its own code verifies, also after a rotation', async () => {
    const verifyWebhook = await importSnippet();
    const merchant = await product.createMerchant({ webhookUrl: endpoint.url });
    const { id: endpointId, secret } = merchant.endpoint!;
    const order = /-d '(\{\n[^]*?\n\})'/.exec(guide)?.[1] ?? '';
    const { id } = expectSuccess(await merchant.create(order));

    expectSuccess(await merchant.ready(String(id)));
    const [first] = await endpoint.waitFor(2);
    expect(verifyWebhook(secret, first!.headers, first!.body)).toBe(true);
    expect(verifyWebhook(secret, first!.headers, Buffer.from('{}'))).toBe(false);
    expect(first!.json()['external_data']).toEqual({ till: 3 });

    const rotated = await merchant.call(`/v1/webhook-endpoints/${endpointId}/rotate-secret`, { method: 'POST' });
    expectSuccess(await merchant.cancel(String(id), { code: 'out_of_stock' }));
    const last = (await endpoint.waitFor(3)).at(-1)!;
    expect(verifyWebhook(secret, last.headers, last.body)).toBe(true);
    expect(verifyWebhook(String(expectSuccess(rotated)['secret']), last.headers, last.body)).toBe(true);
  });
});
