import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  arbitraryOrder,
  buildOrder,
  type Merchant,
  pollUntil,
  type Product,
  startProduct,
} from '@delivery/test-support';

let product: Product;
let merchant: Merchant;
beforeAll(async () => {
  product = await startProduct();
  merchant = await product.createMerchant();
});
afterAll(() => product.close());

/** An order as it is given back: what is null or empty is absent, from the innermost outwards; but a list of no payment methods is one. */
const withoutNone = (order: object): object =>
  JSON.parse(JSON.stringify(order), (key, one: unknown) => (key !== 'methods' && isNone(one) ? undefined : one));
const isNone = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

describe('generated orders', () => {
  it('are always accepted, and come back equal', async () => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryOrder(), fc.json({ depthSize: 'small' }), async (generated, json) => {
        const order = { ...generated, external_id: `${generated.external_id.slice(0, 200)} ${(made += 1)}` };
        const externalData = `{ "any" :${json}}`;
        const text = `${JSON.stringify(order).slice(0, -1)},"external_data":${externalData}}`;
        const created = await merchant.create(text);
        expect({ status: created.status, faults: created.body['errors'] }).toEqual({ status: 201, faults: undefined });
        const found = await pollUntil('the order', async () => {
          const answer = await merchant.get(String(created.body['id']));
          return answer.status === 200 ? answer : undefined;
        });
        expect(found.body).toMatchObject(withoutNone(order));
        expect(found.body['external_data']).toEqual(JSON.parse(externalData));
      }),
      { numRuns: 50 },
    );
  });
});

/** Sends raw bytes that ask to close the connection; resolves with the whole answer. */
const sendRaw = async (port: number, bytes: Buffer): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
};

/** A read that a pause of the machine makes late is 503, and rightly so. To HEAD it has no code. */
const isLate = (request: Buffer, answer: string): boolean =>
  answer.startsWith('HTTP/1.1 503 ') &&
  (request.toString('latin1', 0, 5) === 'HEAD ' || answer.includes('"code":"temporarily_unavailable"'));

const sendUntilInTime = (port: number, bytes: Buffer): Promise<string> =>
  pollUntil('an answer that is not late', async () => {
    const answer = await sendRaw(port, bytes);
    return isLate(bytes, answer) ? undefined : answer;
  });

const residentBytes = async (): Promise<number> => {
  const text = await (await fetch(`${product.url('intake-api')}/metrics`)).text();
  return Number(/^process_resident_memory_bytes(?:\{.*\})? (\S+)$/m.exec(text)![1]);
};

const junk = fc.string({ unit: fc.constantFrom(...'abc09%./?&=:#[]{}é\u0001 '.split('')), maxLength: 30 });
const randomRequest = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'BREW'),
    path: fc.constantFrom('/v1/external-orders', '/v1/external-orders/', '/v1/webhook-', '/', '*'),
    rest: junk,
    known: fc.boolean(),
    headers: fc.array(
      fc.tuple(fc.constantFrom('content-type', 'x-request-id', 'authorization', 'traceparent', 'expect'), junk),
      { maxLength: 3 },
    ),
    body: fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.json().map((json) => Buffer.from(json)),
    ),
  })
  .map(({ method, path, rest, known, headers, body }) => {
    const query = known ? `?key=${merchant.key}&token=${merchant.token}` : '';
    const lines = [`${method} ${path}${rest}${query} HTTP/1.1`, 'host: a', 'connection: close'];
    for (const [name, value] of headers) lines.push(`${name}: ${value}`);
    const head = `${[...lines, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head, 'latin1'), body]);
  });

describe('three thousand random requests', () => {
  it('leave the service answering, with no 5xx, and its memory flat', async () => {
    const port = Number(new URL(product.url('intake-api')).port);
    const fire = async (requests: Buffer[]) => {
      const waiting = requests.values();
      const work = async () => {
        for (const bytes of waiting) expect(await sendUntilInTime(port, bytes)).toMatch(/^HTTP\/1\.1 [1-4]\d\d /);
      };
      await Promise.all(Array.from({ length: 8 }, work));
    };
    const requests = fc.sample(randomRequest, 3_000);
    await fire(requests.slice(0, 1_000));
    const warmBytes = await residentBytes();
    await fire(requests.slice(1_000));
    expect(await residentBytes()).toBeLessThan(warmBytes * 1.5);
    expect((await merchant.create(buildOrder())).status).toBe(201);
  });
});
