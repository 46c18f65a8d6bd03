import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveOrderId, orderMessageSchema } from '@delivery/contracts';
import { callAs, createOrder, type Harness, startHarness } from '../support/intake-harness.js';
import { orderContent } from '../support/sample-order.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ RATE_LIMIT_CREATE_PER_MINUTE: '100000', RATE_LIMIT_OTHER_PER_MINUTE: '100000' });
});
afterAll(() => harness.close());
afterEach(() => {
  harness.verdicts.state.verdictFor = () => ({});
});

const idOf = (externalId: string) => deriveOrderId(harness.merchant.entry.merchant_id, externalId);
const act = (id: string, action: string, init: Parameters<typeof callAs>[4] = {}) =>
  callAs(harness, harness.merchant, 'POST', `/v1/external-orders/${id}/${action}`, init);
const summary = (id: string) => ({
  id,
  external_id: 'A-1',
  display_id: '0007',
  status: 'ready' as const,
  updated_at: '2026-05-01T12:00:00.000Z',
});

describe('create', () => {
  it('answers 201 with the id and where the order is, and publishes the whole event', async () => {
    const before = Date.now();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const content = orderContent({ external_id: 'whole' });
    const externalData = '{ "b" : 1.0,\t"a":"\\u00e7" , "a": [1e2] }';
    const body = JSON.stringify({ ...content, unknown: { x: 1 }, items: null }).replace(
      /}$/,
      `,"external_data": ${externalData} }`,
    );
    const reply = await createOrder(harness, body, { traceparent });
    expect(reply).toMatchObject({ status: 201, json: { id: idOf('whole') } });
    expect(reply.headers.get('location')).toBe(`/v1/external-orders/${idOf('whole')}`);
    expect(reply.headers.get('idempotent-replayed')).toBeNull();
    expect(reply.headers.get('ignored-fields')).toBe('/unknown');

    const { message, raw } = harness.verdicts.state.received.at(-1) ?? {};
    const known = orderContent({ external_id: 'whole', items: undefined });
    expect(orderMessageSchema.parse(message)).toMatchObject({
      type: 'order.submitted',
      order_id: idOf('whole'),
      merchant_id: harness.merchant.entry.merchant_id,
      payload: { external_data: externalData },
    });
    expect(message?.payload).toEqual({ order: known, external_data: externalData });
    expect(Date.parse(message?.occurred_at ?? '')).toBeGreaterThanOrEqual(before);
    expect(message?.occurred_at).toMatch(/\.\d{3}Z$/);
    expect(raw).toMatchObject({ exchange: 'orders', routingKey: 'order.submitted' });
    expect(raw?.properties).toMatchObject({
      messageId: message?.id,
      type: 'order.submitted',
      headers: { traceparent },
    });
  });

  it('names unread members and implausible values in headers, and leaves the specification’s body as it is', async () => {
    const [item] = orderContent().items ?? [];
    const items = [{ ...item, note: 'NO PEANUTS', sub_items: [{ description: 'Sauce', quantity: 1, notes: 'hot' }] }];
    const strange = { ...orderContent({ external_id: 'noted' }), items, deliveryTime: 'soon' };
    const reply = await createOrder(harness, { ...strange, delivery_time: '0001-01-01T00:00:00Z' });
    expect([reply.status, reply.json]).toEqual([201, { id: idOf('noted') }]);
    expect(reply.headers.get('ignored-fields')?.split(', ').sort()).toEqual(['/deliveryTime', '/items/0/note']);
    expect(reply.headers.get('ignored-fields-count')).toBe('2');
    expect(reply.headers.get('doubtful-fields')).toBe('/delivery_time');
    const { message } = harness.verdicts.state.received.at(-1) ?? {};
    expect(message?.payload).toMatchObject({ order: { items: [{ sub_items: [{ notes: 'hot' }] }] } });

    const plain = await createOrder(harness, orderContent({ external_id: 'plain' }));
    expect([...plain.headers.keys()].filter((name) => /ignored|doubtful/.test(name))).toEqual([]);
  });

  it('answers a repetition of equal content with the same id and says that it is one', async () => {
    harness.verdicts.state.verdictFor = () => ({ outcome: 'unchanged' });
    const reply = await createOrder(harness, orderContent({ external_id: 'again' }));
    expect(reply).toMatchObject({ status: 201, json: { id: idOf('again') } });
    expect(reply.headers.get('idempotent-replayed')).toBe('true');
  });

  it('[P3] says which fields differ from the order that has this external_id', async () => {
    const detail = 'This external_id already belongs to an order that differs in /items/0/quantity, /external_data.';
    const differing = ['/items/0/quantity', '/external_data'];
    harness.verdicts.state.verdictFor = () => ({ outcome: 'refused', code: 'external_id_conflict', detail, differing });
    const { status, json } = await createOrder(harness, orderContent({ external_id: 'taken' }));
    expect([status, json]).toMatchObject([409, { code: 'external_id_conflict', order_id: idOf('taken') }]);
    const reported = { code: 'differs', message: 'The order with this external_id has another value here.' };
    expect(json).toMatchObject({
      detail,
      errors: [
        { pointer: '/items/0/quantity', field: 'items.0.quantity', ...reported },
        { pointer: '/external_data', field: 'external_data', ...reported },
      ],
    });
  });

  it('gives each request a message id of its own, and each merchant an order of its own', async () => {
    const { received } = harness.verdicts.state;
    const from = received.length;
    await createOrder(harness, orderContent({ external_id: 'twice' }));
    await createOrder(harness, orderContent({ external_id: 'twice' }));
    await callAs(harness, harness.otherMerchant, 'POST', '/v1/external-orders', {
      body: JSON.stringify(orderContent({ external_id: 'twice' })),
    });
    const [first, second, foreign] = received.slice(from).map(({ message }) => message);
    expect(first?.id).not.toBe(second?.id);
    expect(first?.order_id).toBe(second?.order_id);
    expect(foreign?.order_id).not.toBe(first?.order_id);
  });
});

describe('validate', () => {
  const validate = (order: object | string) => {
    const body = typeof order === 'string' ? order : JSON.stringify(order);
    return callAs(harness, harness.merchant, 'POST', '/v1/external-orders/validate', { body });
  };
  const doubtful = { ...orderContent(), deliveryTime: 'soon' };
  const unknownField = { pointer: '/deliveryTime', code: 'unknown_field' };
  const unknownStore = { pointer: '/store_ref', code: 'store_not_found' };
  const notFound = (code: string) => ({ status: 404, body: JSON.stringify({ code, detail: 'There is none.' }) });
  const away = { status: 503, body: '{"code":"temporarily_unavailable","detail":"Try again."}' };

  it('says of an order what is wrong with it and what is doubtful, and publishes nothing', async () => {
    const count = harness.verdicts.state.received.length;
    const right = await validate(orderContent());
    expect([right.status, right.json]).toEqual([200, { valid: true, errors: [], warnings: [], coverage: 'unknown' }]);
    const errors = [{ pointer: '/display_id', code: 'too_short' }];
    const faulty = await validate({ ...doubtful, display_id: '' });
    expect([faulty.status, faulty.json]).toMatchObject([200, { valid: false, errors, warnings: [unknownField] }]);
    expect(await validate('{"external_id":')).toMatchObject({ status: 400, json: { code: 'malformed_json' } });
    expect(harness.verdicts.state.received).toHaveLength(count);
  });

  it.each([
    [{ status: 200, body: '{"coverage":"paused"}' }, 'paused'],
    [away, 'unknown'],
    ['silence', 'unknown'],
  ] as const)('with the answer %j of order-state says of the door that it is %s', async (answer, coverage) => {
    harness.orderState.state.onCall = () => answer;
    expect((await validate(orderContent())).json).toMatchObject({ coverage });
  });

  it.each([
    [notFound('store_not_found'), [unknownStore]],
    [notFound('merchant_not_found'), []],
    [{ status: 200, body: '{"ref":"augusta"}' }, []],
    [away, []],
    ['silence' as const, []],
  ])('with the answer %j of order-state warns of the store: %j', async (answer, warnings) => {
    harness.orderState.state.onCall = () => answer;
    const { status, json } = await validate({ ...orderContent(), store_ref: 'augusta' });
    expect([status, json['valid'], json['warnings']]).toMatchObject([200, true, warnings]);
    expect(harness.orderState.state.calls.at(-1)?.path).toMatch(/\/stores\/augusta$/);
  });

  it('has its warnings beside the errors in the answer to a create', async () => {
    const payment = { prepaid: 10, pending: 0, methods: [] };
    harness.orderState.state.onCall = () => notFound('store_not_found');
    for (const [faults, status, ...warnings] of [
      [{ display_id: '' }, 400, unknownField],
      [{ payment }, 422, unknownField],
      [{ display_id: '', store_ref: 'augusta' }, 400, unknownField, unknownStore],
    ] as const)
      expect(await createOrder(harness, { ...doubtful, ...faults })).toMatchObject({ status, json: { warnings } });
  });
});

describe.each([
  ['ready', 'order.ready_requested'],
  ['cancel', 'order.cancel_requested'],
] as const)('%s', (action, type) => {
  it('answers 200 with the summary when it was applied, and when it was so already', async () => {
    for (const outcome of ['applied', 'unchanged'] as const) {
      harness.verdicts.state.verdictFor = () => ({ outcome, order: summary(idOf('A-1')) });
      expect(await act(idOf('A-1'), action)).toMatchObject({ status: 200, json: summary(idOf('A-1')) });
    }
    const { message } = harness.verdicts.state.received.at(-1) ?? {};
    expect(message).toMatchObject({ type, order_id: idOf('A-1'), merchant_id: harness.merchant.entry.merchant_id });
  });

  it('answers 202 with the id when its order is not known yet', async () => {
    harness.verdicts.state.verdictFor = () => ({ outcome: 'parked' });
    expect(await act(idOf('A-1'), action)).toMatchObject({ status: 202, json: { id: idOf('A-1') } });
  });

  it.each([
    ['order_not_found', 404],
    ['order_purged', 410],
    ['invalid_state_transition', 409],
  ] as const)('answers the refusal %s with %s', async (code, status) => {
    harness.verdicts.state.verdictFor = () => ({ outcome: 'refused', code });
    expect(await act(idOf('A-1'), action)).toMatchObject({ status, json: { code, status } });
  });

  it('answers a malformed, invented or foreign id with one 404 without a message', async () => {
    const count = harness.verdicts.state.received.length;
    const foreign = deriveOrderId(harness.otherMerchant.entry.merchant_id, 'A-1');
    const replies = [];
    for (const id of ['x', 'f'.repeat(24), idOf('A-1').toUpperCase(), foreign, '%E0%A4%A'])
      replies.push(await act(id, action));
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(replies.slice(0, 4).map(({ json }) => json['code'])).toEqual(Array(4).fill('order_not_found'));
    expect(new Set(replies.slice(0, 4).map(({ json }) => json['detail'])).size).toBe(1);
    expect(harness.verdicts.state.received).toHaveLength(count);
  });
});

describe('ready', () => {
  it.each([['{"any":"thing"}'], ['not json'], ['']])('ignores the body: %j', async (body) => {
    harness.verdicts.state.verdictFor = () => ({ order: summary(idOf('A-1')) });
    expect((await act(idOf('A-1'), 'ready', { body, headers: { 'content-type': 'text/plain' } })).status).toBe(200);
    expect(harness.verdicts.state.received.at(-1)?.message.payload).toEqual({});
  });
});

describe('a change', () => {
  const change = (body: unknown, headers: Record<string, string> = {}) =>
    callAs(harness, harness.merchant, 'PATCH', `/v1/external-orders/${idOf('A-1')}`, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/merge-patch+json', ...headers },
    });

  it('carries what is to be different, and the versions that it was made for', async () => {
    harness.verdicts.state.verdictFor = () => ({ outcome: 'applied', order: summary(idOf('A-1')) });
    const items = [{ description: 'Pizza', quantity: 2 }];
    const changed = await change({ items, delivery_time: null }, { 'if-match': '"3.abc", W/"4.abc"' });
    expect([changed.status, changed.json]).toEqual([200, summary(idOf('A-1'))]);
    const { message, raw } = harness.verdicts.state.received.at(-1) ?? {};
    expect(message).toMatchObject({ type: 'order.change_requested', order_id: idOf('A-1') });
    expect(message?.payload).toEqual({ changes: { items, delivery_time: null }, versions: [3, 4] });
    expect(raw).toMatchObject({ exchange: 'orders', routingKey: 'order.change_requested' });
    harness.verdicts.state.verdictFor = () => ({ outcome: 'parked' });
    expect((await change({})).status).toBe(202);
    expect(harness.verdicts.state.received.at(-1)?.message.payload).toEqual({ changes: {} });
  });

  it('that is too late names the fields', async () => {
    const differing = ['/items'];
    harness.verdicts.state.verdictFor = () => ({ outcome: 'refused', code: 'too_late_to_change', differing });
    const reply = await change({ items: [] });
    expect(reply).toMatchObject({ status: 409, json: { errors: [{ pointer: '/items', code: 'too_late' }] } });
  });

  it.each([
    ['content_changed', 412, 'precondition_failed'],
    ['order_history_full', 409, 'order_history_full'],
    ['customer_data_erased', 410, 'customer_data_erased'],
  ] as const)('is answered the refusal %s with %s', async (code, status, problem) => {
    harness.verdicts.state.verdictFor = () => ({ outcome: 'refused', code });
    expect(await change({ items: [] })).toMatchObject({ status, json: { code: problem } });
  });

  it('is checked as a create is, and takes no field that never changes or is not known', async () => {
    const count = harness.verdicts.state.received.length;
    const faultsOf = async (body: unknown) => {
      const { status, json } = await change(body);
      return [
        status,
        (json['errors'] as { pointer: string; code: string }[]).map((one) => `${one.pointer} ${one.code}`),
      ];
    };
    expect(await faultsOf({ external_id: 'B', customer: { phone: null } })).toEqual([
      400,
      ['/customer/phone required', '/external_id unknown_field'],
    ]);
    const { json } = await change({ display_id: '9' });
    expect(json).toMatchObject({
      errors: [
        {
          message:
            'This field cannot be changed; those that can are customer, address, payment, items, delivery_time, delivery_notes.',
        },
      ],
    });
    expect(await faultsOf({ items: [{ description: 'Pizza', quantity: 1, note: 'hot' }] })).toEqual([
      400,
      ['/items/0/note unknown_field'],
    ]);
    expect(await faultsOf({ payment: { prepaid: 1, pending: 0, methods: [] } })).toEqual([
      422,
      ['/payment/methods payment_sum_mismatch', '/payment/prepaid payment_online_mismatch'],
    ]);
    expect(harness.verdicts.state.received).toHaveLength(count);
  });
});

describe('an answer to a problem', () => {
  const answer = (problem: string, body: unknown) =>
    act(idOf('A-1'), `problems/${problem}/answer`, { body: JSON.stringify(body) });

  it('names the problem, waits for no order, and says why it comes too late', async () => {
    harness.verdicts.state.verdictFor = () => ({ outcome: 'applied', order: summary(idOf('A-1')) });
    expect((await answer('2', { action: 'return', text: null })).status).toBe(200);
    const { message } = harness.verdicts.state.received.at(-1) ?? {};
    expect(orderMessageSchema.parse(message)).toMatchObject({ type: 'order.problem_answered', park: false });
    expect(message?.payload).toEqual({ problem_id: 2, action: 'return' });
    harness.verdicts.state.verdictFor = () => ({ outcome: 'refused', code: 'problem_closed', detail: 'so' });
    expect(await answer('2', { action: 'retry' })).toMatchObject({ status: 409, json: { code: 'problem_closed' } });
  });

  it('with an action or an id that is none is refused and becomes no message', async () => {
    const count = harness.verdicts.state.received.length;
    expect(await answer('1', { action: 'cancel' })).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/action' }] },
    });
    for (const id of ['0', '21', 'x'])
      expect(await answer(id, { action: 'retry' })).toMatchObject({ status: 404, json: { code: 'problem_not_found' } });
    expect(harness.verdicts.state.received).toHaveLength(count);
  });
});

describe('cancel', () => {
  it('carries the reason', async () => {
    const reason = { code: 'out_of_stock', message: 'no cheese' };
    await act(idOf('A-1'), 'cancel', { body: JSON.stringify({ reason }) });
    expect(harness.verdicts.state.received.at(-1)?.message.payload).toEqual({ reason });
    await act(idOf('A-1'), 'cancel', { body: JSON.stringify({ reason: null }) });
    expect(harness.verdicts.state.received.at(-1)?.message.payload).toEqual({});
  });

  it.each([
    [{ code: 'out_of_stock' }, [{ pointer: '/code', message: expect.stringMatching(/known fields are reason\./) }]],
    [
      { reason: { code: 'out_of_stock', text: 'no dough' } },
      [{ pointer: '/reason/text', message: expect.stringMatching(/known fields are code, message\./) }],
    ],
    [{ reason: { message: 5 } }, [{ pointer: '/reason/code' }, { pointer: '/reason/message' }]],
  ])('refuses a reason of the wrong shape, with all its faults: %j', async (body, errors) =>
    expect(await act(idOf('A-1'), 'cancel', { body: JSON.stringify(body) })).toMatchObject({
      status: 400,
      json: { code: 'validation_failed', errors },
    }),
  );
});
