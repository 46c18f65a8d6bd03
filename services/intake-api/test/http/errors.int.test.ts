import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemSchema, problemStatuses } from '@delivery/contracts';
import {
  callAs,
  createOrder,
  type Harness,
  makeMerchant,
  readReply,
  type Reply,
  startHarness,
} from '../support/intake-harness.js';
import { orderContent } from '../support/sample-order.js';

let harness: Harness;
const disabled = makeMerchant({ status: 'disabled' });
beforeAll(async () => {
  harness = await startHarness({ RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: '100000' }, [
    makeMerchant(),
    makeMerchant(),
    disabled,
  ]);
});
afterAll(async () => {
  const sent = harness.verdicts.state.received.length;
  await harness.close();
  // Nothing in this file is a valid order but the accepted ones.
  expect(sent).toBe(acceptedCount);
});
let acceptedCount = 0;

const expectProblem = (reply: Reply, code: keyof typeof problemStatuses): void => {
  const problem = problemSchema.parse(reply.json);
  expect(problem).toMatchObject({ code, status: problemStatuses[code], message: problem.detail });
  expect(reply.status).toBe(problemStatuses[code]);
  expect(reply.headers.get('content-type')).toBe('application/problem+json');
  expect(reply.headers.get('x-request-id')).toBe(problem.request_id);
  expect(problem.instance).not.toContain('?');
  expect(reply.headers.get('ratelimit-policy')).toMatch(/^"[a-z-]+";q=\d+;w=60/);
  expect(reply.headers.get('ratelimit')).toMatch(/^"[a-z-]+";r=\d+;t=\d+$/);
};
const errorsOf = ({ json }: Reply) =>
  (problemSchema.parse(json).errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);

describe('a body that is no usable JSON', () => {
  const text = JSON.stringify(orderContent());
  it.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['truncated', text.slice(0, -1)],
    ['followed by more', `${text}}`],
    ['with a raw control character', text.replace('0007', '00\n07')],
    ['not UTF-8', Buffer.from(text.replace('São', 'S\u00e3o'), 'latin1')],
    [
      'half a surrogate pair in CESU-8',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from('eda080', 'hex'), Buffer.from('"}')]),
    ],
  ])('is malformed_json: %s', async (_name, body) => expectProblem(await createOrder(harness, body), 'malformed_json'));

  it.each([
    [text.slice(0, -1), 'it ends too early'],
    [text.slice(0, 20), 'it ends too early'],
    [text.replace(',', ';'), `see its character ${text.indexOf(',') + 1}`],
    [`{,${text.slice(1)}`, 'see its character 2'],
  ])('says where it fails, without its words: %.20s', async (body, where) => {
    const { json } = await createOrder(harness, body);
    expect(json['detail']).toBe(`The body is not valid JSON: ${where}.`);
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/json; charset=latin1'],
    ['application/jsonp'],
  ])('is unsupported_media_type: %s', async (type) =>
    expectProblem(await createOrder(harness, text, { 'content-type': type }), 'unsupported_media_type'),
  );

  it('is unsupported_media_type when compressed', async () =>
    expectProblem(await createOrder(harness, text, { 'content-encoding': 'gzip' }), 'unsupported_media_type'));

  it('is payload_too_large beyond 256 KiB, announced or not', async () => {
    const body = Buffer.from(JSON.stringify({ ...orderContent(), padding: 'x'.repeat(256 * 1024) }));
    expectProblem(await createOrder(harness, body), 'payload_too_large');
    const url = `${harness.url}/v1/external-orders?key=${harness.merchant.key}&token=${harness.merchant.token}`;
    const chunked = new ReadableStream({
      start: (controller) => {
        for (let at = 0; at < body.length; at += 64 * 1024) controller.enqueue(body.subarray(at, at + 64 * 1024));
        controller.close();
      },
    });
    const init = { method: 'POST', body: chunked, duplex: 'half' };
    expectProblem(await readReply(await fetch(url, init as RequestInit)), 'payload_too_large');
  });

  it.each([
    ['without a content type', text, {}],
    ['with a charset', text, { 'content-type': 'Application/JSON; Charset="UTF-8"' }],
    ['with a byte order mark', `\ufeff${text}`, {}],
    ['with a __proto__ key', text.replace('{', '{"__proto__":{"external_id":"x"},"constructor":1,'), {}],
    ['of nearly 256 KiB', JSON.stringify({ ...orderContent(), padding: 'x'.repeat(255 * 1024) }), {}],
  ])('is accepted %s', async (_name, body, headers) => {
    const reply = await callAs(harness, harness.merchant, 'POST', '/v1/external-orders', { body, headers });
    expect(reply.status).toBe(201);
    acceptedCount += 1;
    expect(harness.verdicts.state.received.at(-1)?.message.payload).toEqual({
      order: orderContent(),
      external_data: '{}',
    });
  });
});

describe('an order of the wrong shape', () => {
  it('lists every fault at once, each with a pointer, a code and a sentence, and no value', async () => {
    const content = orderContent();
    const reply = await createOrder(harness, {
      ...content,
      display_id: null,
      customer: { name: 'SECRETNAME'.repeat(40), phone: 'SECRETPHONE' },
      payment: {
        prepaid: 2 ** 53,
        pending: -1,
        methods: [{ value: 1.5, method: 'SECRETMETHOD', type: 'ONLINE', cash: 5 }],
      },
      items: [{ description: 'a', quantity: 0 }, 'SECRETITEM'],
      external_data: [1],
      delivery_time: '2026-05-01 12:00',
      external_id: [],
    });
    expectProblem(reply, 'validation_failed');
    expect(errorsOf(reply).sort()).toEqual(
      [
        '/customer/name too_long',
        '/customer/phone invalid_format',
        '/delivery_time invalid_format',
        '/display_id required',
        '/external_data invalid_type',
        '/external_id invalid_type',
        '/items/0/quantity too_small',
        '/items/1 invalid_type',
        '/payment/methods/0/cash invalid_type',
        '/payment/methods/0/method invalid_value',
        '/payment/methods/0/value invalid_type',
        '/payment/pending too_small',
        '/payment/prepaid too_big',
      ].sort(),
    );
    expect(reply.json['errors']).toContainEqual({
      pointer: '/payment/methods/0/method',
      field: 'payment.methods.0.method',
      code: 'invalid_value',
      message: expect.stringMatching(/^Expected one of CARD, CASH, .*\.$/),
    });
    expect(reply.text).not.toContain('SECRET');
  });
});

describe('an order without sense', () => {
  it('is 422 with the code of its first fault, and lists all', async () => {
    const methods = [{ value: 100, method: 'CASH', type: 'ONLINE', cash: { change_for: 50 } }];
    const reply = await createOrder(harness, { ...orderContent(), payment: { prepaid: 0, pending: 100, methods } });
    expectProblem(reply, 'payment_online_mismatch');
    expect(errorsOf(reply)).toEqual([
      '/payment/prepaid payment_online_mismatch',
      '/payment/pending payment_offline_mismatch',
      '/payment/methods/0/type cash_must_be_offline',
      '/payment/methods/0/cash/change_for invalid_change_for',
    ]);
  });
});

describe('credentials', () => {
  const call = async (query: string, headers: Record<string, string> = {}) =>
    readReply(await fetch(`${harness.url}/v1/external-orders/x/ready${query}`, { method: 'POST', headers }));
  const basic = (key: string, token: string) => `Basic ${Buffer.from(`${key}:${token}`).toString('base64')}`;

  it('are refused with one identical 401 for every kind of fault', async () => {
    const { key, token } = harness.merchant;
    const replies = [
      await call(''),
      await call(`?key=${key}`),
      await call(`?key=&token=${token}`),
      await call(`?key=${key}&token=unknown`),
      await call(`?key=unknown&token=${token}`),
      await call(`?key=${harness.otherMerchant.key}&token=${token}`),
      await call('', { authorization: basic(key, 'unknown') }),
      await call('', { authorization: 'Basic !!!' }),
      await call('', { authorization: `Bearer ${token}` }),
    ];
    replies.forEach((reply) => expectProblem(reply, 'invalid_credentials'));
    const bodies = replies.map(({ json }) => JSON.stringify({ ...json, request_id: '' }));
    expect(new Set(bodies).size).toBe(1);
    const challenges = replies.map(({ headers }) => headers.get('www-authenticate'));
    expect(challenges.pop()).toBe('Bearer realm="delivery-orders", error="invalid_token"');
    expect(new Set(challenges)).toEqual(new Set(['Basic realm="delivery-orders", charset="UTF-8"']));
  });

  it('are accepted in the query, as Basic, and in both when they are the same', async () => {
    const { key, token } = harness.merchant;
    const query = `?key=${key}&token=${token}`;
    const replies = [
      await call(query),
      await call('', { authorization: basic(key, token) }),
      await call(query, { authorization: basic(key, token) }),
    ];
    replies.forEach((reply) => expectProblem(reply, 'order_not_found'));
  });

  it('are ambiguous when they differ or are given twice', async () => {
    const { key, token } = harness.merchant;
    const replies = [
      await call(`?key=${key}&token=${token}`, { authorization: basic(key, 'other') }),
      await call(`?key=${key}&token=${token}&token=${token}`),
      await call(`?key=${key}&key=other&token=${token}`),
    ];
    replies.forEach((reply) => expectProblem(reply, 'invalid_parameter'));
  });
});

describe('a query parameter that a call does not have', () => {
  it.each([
    ['GET', '/v1/external-orders?sinse=2026-05-01T00:00:00Z', 'external_id'],
    ['POST', '/v1/external-orders?limit=1', 'This call takes key, token.'],
    ['GET', '/v1/external-orders/x?after=1', 'This call takes key, token.'],
    ['GET', '/v1/webhook-deliveries?SECRET=1', 'webhook_id'],
  ])('[P15] is refused, and the answer says which there are: %s %s', async (method, path, there) => {
    const reply = await callAs(harness, harness.merchant, method, path);
    expectProblem(reply, 'invalid_parameter');
    expect(reply.json['detail']).toContain(there);
    expect(reply.text).not.toContain('SECRET');
  });

  it('in a path says what a name of a store looks like', async () => {
    const reply = await callAs(harness, harness.merchant, 'PUT', '/v1/stores/%2e%2e%2fa', { body: '{}' });
    expectProblem(reply, 'invalid_parameter');
    expect(reply.json['detail']).toMatch(/^ref: expected 1 to 64 letters/);
  });

  it('is not looked at before the credentials', async () =>
    expectProblem(await readReply(await fetch(`${harness.url}/v1/external-orders?x=1`)), 'invalid_credentials'));
});

describe('routes', () => {
  it('answer OPTIONS without credentials, and HEAD without a body', async () => {
    const options = await fetch(`${harness.url}/v1/external-orders`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([
      204,
      'POST, GET, HEAD, OPTIONS',
      '',
    ]);
    const head = await callAs(harness, harness.merchant, 'HEAD', '/v1/external-orders/x');
    expect([head.status, head.text]).toEqual([404, '']);
  });
});
