import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv, type AnySchema } from 'ajv';
import { default as addFormats } from 'ajv-formats';
import {
  cancelReasons,
  deliveryReasons,
  externalOrderSchema,
  nextStatuses,
  type OrderStatus,
  orderViewSchema,
  webhookBodySchema,
} from '@delivery/contracts';
import { listContradictions } from './payments.js';
import { deliveryOrderSchema, toOrder, toReason, toSentPointer } from './requests.js';
import { toProblem } from './statuses.js';
import { isTold, toDetails, toEvents } from './told.js';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: { UUID: true, URI: true, float: true, double: true, decimal: true },
});
addFormats.default(ajv);
ajv.addSchema(read('open-delivery-1.7.1.json') as AnySchema, 'standard');
/** The faults by the standard's own document. */
const faultsOf = (schema: string, value: unknown) => {
  const validate = ajv.getSchema(`standard#/components/schemas/${schema}`);
  if (!validate) throw new Error(`there is no schema ${schema}`);
  return validate(value) ? [] : validate.errors;
};

type Json = Record<string, unknown>;
const orders = Object.entries(read('../test/fixtures/orders.json') as Record<string, Json>);

type Leaf = { path: string[]; value: unknown };
const leavesOf = (value: unknown, path: string[] = []): Leaf[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name]))
    : [{ path, value }];
const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((one, name) => (one as Json | undefined)?.[name], value);
const withLeaf = (body: Json, path: readonly string[], value: unknown): Json => {
  const copy = structuredClone(body);
  (at(copy, path.slice(0, -1)) as Json)[path.at(-1) ?? ''] = value;
  return copy;
};
/** Each field at any depth. */
const fieldsOf = (value: unknown, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => [[...path, name], ...fieldsOf(one, [...path, name])])
    : [];
const withoutField = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  const leave = ([key, one]: [string, unknown]): [string, unknown][] => {
    if (key !== name) return [[key, one]];
    return rest.length > 0 ? [[key, withoutField(one, rest)]] : [];
  };
  const left = Object.entries(value as Json).flatMap(leave);
  return Array.isArray(value) ? left.map(([, one]) => one) : Object.fromEntries(left);
};
const other = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : `${String(value)}1`;
};

/** Fields that ask for something this service does not do. */
const notServed = [
  '/notifyPickup',
  '/notifyConclusion',
  '/returnToMerchant',
  '/canCombine',
  '/confirmationCodeRequired',
  '/additionalPricePercentual',
  '/combinedOrdersIds/0',
  '/payments/wirelessPos',
];

const readDelivery = (body: Json) => toOrder(deliveryOrderSchema.parse(body));

/** Values that a till may send in place of any other, in a field of any type. */
const edges: unknown[] = [
  ...['', 'x', 'x'.repeat(200), 'x'.repeat(9_000), `${'x'.repeat(511)}😀`, 'Ünïcode', '1,005', '99999'],
  ...[0, -1, 1.005, 12.34, 45.599999999999994, 1e-7, 1e21, 90_071_992_547_409.1, 3],
  ...[null, true, [], {}, [1], { a: 1 }],
];
const within = (one: string, other: string): boolean =>
  one === '' || other === '' || one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

/** The fate of a value; `lost`: nothing reports it. */
const fateOf = (body: Json, path: string[], value: unknown) => {
  const pointer = `/${path.join('/')}`;
  const changed = withLeaf(body, path, value);
  const parsed = deliveryOrderSchema.safeParse(changed);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `/${issue.path.join('/')}`);
    // Another currency of the total is a fault of all amounts.
    return faults.some((fault) => within(fault, pointer) || fault.endsWith('/currency')) ? 'refused' : 'lost';
  }
  if (at(parsed.data, path) === undefined || listContradictions(parsed.data).length > 0) return 'named or refused';
  const { order, unused } = toOrder(parsed.data);
  const read = externalOrderSchema.safeParse(order);
  if (!read.success)
    return read.error.issues.some((issue) => within(toSentPointer(`/${issue.path.join('/')}`), pointer))
      ? 'refused'
      : 'lost';
  if (unused.some((one) => within(one, pointer))) return 'named';
  const made = JSON.stringify(order);
  const texts = [JSON.stringify(value).replace(/^"|"$/g, ''), String(Number(`${Number(value)}e2`))];
  return isNothing(value) || texts.some((text) => made.includes(text)) ? 'kept' : 'lost';
};
const isNothing = (value: unknown): boolean => value === null || value === '' || value === 0;

describe.each(orders)('a delivery: %s', (_name, body) => {
  it('is one by the standard’s document, and becomes an order', () => {
    expect(faultsOf('DeliveryOrder', body)).toEqual([]);
    expect(externalOrderSchema.parse(readDelivery(body).order)).toMatchObject({
      external_id: body['orderId'],
    });
  });

  it('has every field read, kept or named as ignored', () => {
    const parsed = deliveryOrderSchema.parse(body);
    const made = JSON.stringify(toOrder(parsed).order);
    const unnoticed = leavesOf(body).filter(({ path, value }) => {
      if (at(parsed, path) === undefined) return !notServed.includes(`/${path.join('/')}`);
      if (path[0] === 'notifyReadyForPickup') return false;
      const changed = deliveryOrderSchema.safeParse(withLeaf(body, path, other(value)));
      return changed.success && JSON.stringify(toOrder(changed.data).order) === made;
    });
    expect(unnoticed).toEqual([]);
  });

  it('[P16] requires no field that the served document does not require', () => {
    const unsaid = fieldsOf(body).filter((path) => {
      const without = withoutField(body, path);
      return !deliveryOrderSchema.safeParse(without).success && faultsOf('DeliveryOrder', without)?.length === 0;
    });
    expect(unsaid).toEqual([]);
  });

  it('[P15] loses no value of any field: it is kept, named as unused or refused by its name', () => {
    const fields = leavesOf(body).filter(({ path }) => path[0] !== 'notifyReadyForPickup');
    const lost = fields.flatMap(({ path }) =>
      edges.flatMap((value) => (fateOf(body, path, value) === 'lost' ? [[`/${path.join('/')}`, value]] : [])),
    );
    expect(lost).toEqual([]);
  });
});

describe('an order made of a delivery', () => {
  const make = (index: number, changes: Json = {}) =>
    externalOrderSchema.parse(readDelivery({ ...orders[index]?.[1], ...changes }).order);
  const unusedOf = (index: number, changes: Json) => readDelivery({ ...orders[index]?.[1], ...changes }).unused;
  const brl = (value: number) => ({ value, currency: 'BRL' });

  it('says in cents what to collect, and with how much the customer pays', () => {
    expect(make(1).payment).toEqual({
      prepaid: 0,
      pending: 4590,
      methods: [{ method: 'CASH', type: 'OFFLINE', value: 4590, cash: { change_for: 5000 } }],
    });
    expect(make(2).payment).toMatchObject({ prepaid: 0, pending: 13_240 });
    expect(make(3).payment).toEqual({
      prepaid: 1999,
      pending: 0,
      methods: [{ method: 'OTHER', type: 'ONLINE', value: 1999 }],
    });
    expect(make(3, { payments: { method: 'OFFLINE' } }).payment).toMatchObject({ prepaid: 0, pending: 1999 });
  });

  it.each([
    [1.005, 101, true],
    [1.0049, 100, true],
    [0.125, 13, true],
    [4.35, 435, false],
    [45.599999999999994, 4560, true],
    [8.165, 817, true],
    [1e-7, 0, true],
    [9_999_999_999_998.99, 999_999_999_999_899, false],
  ])('has an amount of %d as %d cents, and names it where it was rounded: %s', (value, cents, isNamed) => {
    const changes = { totalOrderPrice: brl(value) };
    expect(make(0, changes).payment.prepaid).toBe(cents);
    expect(unusedOf(0, changes)).toEqual(isNamed ? ['/totalOrderPrice/value'] : []);
    const cash = { method: 'OFFLINE', offlineMethod: [{ type: 'CASH', amount: brl(value) }] };
    expect(make(1, { ...changes, payments: cash }).payment.pending).toBe(cents);
    expect(unusedOf(1, { ...changes, payments: cash })).toEqual(
      isNamed ? ['/payments/offlineMethod/0/amount/value'] : [],
    );
  });

  it('has change as cash, and what contradicts itself is refused or named', () => {
    const total = { totalOrderPrice: brl(40) };
    const change = brl(10);
    expect(make(1, { ...total, payments: { method: 'OFFLINE', change } }).payment.methods).toEqual([
      { method: 'CASH', type: 'OFFLINE', value: 4000, cash: { change_for: 5000 } },
    ]);
    const [card, cash] = [
      { type: 'CREDIT', amount: brl(15) },
      { type: 'CASH', amount: brl(25) },
    ] as const;
    expect(unusedOf(1, { ...total, payments: { method: 'ONLINE', change } })).toEqual(['/payments/change']);
    const offline = (...offlineMethod: object[]) => ({
      ...total,
      payments: { method: 'OFFLINE', offlineMethod, change },
    });
    expect(unusedOf(1, offline({ type: 'CREDIT', amount: brl(40) }))).toEqual(['/payments/change']);
    expect(unusedOf(1, offline(card, cash))).toEqual([]);
    expect(make(1, offline(cash)).payment.pending).toBe(2500);
    expect(unusedOf(1, offline(cash))).toEqual(['/totalOrderPrice/value']);
    const online = deliveryOrderSchema.parse({
      ...orders[1]?.[1],
      payments: { method: 'ONLINE', offlineMethod: [cash] },
    });
    expect(listContradictions(online)).toEqual(['/payments/offlineMethod/0/amount']);
  });

  it.each([
    ['(11) 98765-4321 ramal 22', '11987654321', '22'],
    ['0800900000,1234', '0800900000', '1234'],
    ['0800 123 4567; ID: 12345678', '08001234567', '12345678'],
    ['+55 11 3333.4444 Ext. 9', '551133334444', '9'],
    ['11 3333-4444 x5', '1133334444', '5'],
    ['(+55) 11/33334444,', '551133334444', undefined],
  ])('has the phone %s as a number and what to dial behind it', (customerPhone, phone, localizer) => {
    const order = make(0, { customerPhone });
    expect([order.customer.phone, order.extras?.localizer]).toEqual([phone, localizer]);
  });

  it.each([
    '123',
    'falar com Ana',
    '11 98765-4321 ou 11 98765-4322',
    '11 98765 # 22',
    '1'.repeat(16),
    '11+987654321',
    '',
  ])('refuses the phone %j, which has no clear number', (customerPhone) => {
    const { error } = deliveryOrderSchema.safeParse({ ...orders[0]?.[1], customerPhone });
    expect(error?.issues.map(({ path }) => path)).toEqual([['customerPhone']]);
  });

  it('refuses a phone of 250,000 blanks without looking at each of them in turn', () => {
    const { error } = deliveryOrderSchema.safeParse({ ...orders[0]?.[1], customerPhone: `${' '.repeat(250_000)}a` });
    expect(error?.issues.map(({ path }) => path)).toEqual([['customerPhone']]);
  });

  it('has the localizer that was sent, and names an extension beside it', () => {
    const both = { customerPhone: '0800 900 0000, 22', customerPhoneLocalizer: '1234' };
    expect([make(0, both).extras, unusedOf(0, both)]).toEqual([{ localizer: '1234' }, ['/customerPhone']]);
    expect(unusedOf(0, { ...both, customerPhoneLocalizer: '22' })).toEqual([]);
  });

  it('is never refused for a note: what does not fit is cut and named, and none of it is in external_data', () => {
    const note = (letter: string) => letter.repeat(500);
    const address = { ...(orders[0]?.[1]['deliveryAddress'] as Json), complement: note('a'), reference: note('b') };
    const changes = { deliveryAddress: { ...address, instructions: note('c') }, specialInstructions: note('d') };
    const order = make(0, changes);
    expect(order.address.complement).toBe(`${note('a')}; ${'b'.repeat(10)}`);
    expect(order.delivery_notes).toBe(`${note('c')}; ${'d'.repeat(498)}`);
    expect(unusedOf(0, changes)).toEqual(['/deliveryAddress/reference', '/specialInstructions']);
    expect(JSON.stringify(order.external_data)).not.toMatch(/aaa|bbb|ccc|ddd/);
    const split = { deliveryAddress: { ...address, complement: `${'x'.repeat(511)}😀`, reference: '' } };
    expect([make(0, split).address.complement, unusedOf(0, split)]).toEqual([
      'x'.repeat(511),
      ['/deliveryAddress/complement'],
    ]);
    const long = { vehicle: { type: ['CAR'], container: 'NORMAL', instruction: 'x'.repeat(9_000) } };
    expect([make(0, long).external_data?.['open_delivery'], unusedOf(0, long)]).toEqual([
      expect.objectContaining({ merchant: expect.anything(), limitTimes: expect.anything() }),
      ['/vehicle'],
    ]);
    expect(toReason({ reason: 'OTHER', message: 'x'.repeat(501) })).toEqual({
      reason: { code: 'other', message: 'x'.repeat(500) },
      unused: ['/message'],
    });
  });

  it('has a UUID in lower case, however it was sent, and any other id as it is', () => {
    const orderId = '52122852-6626-11ed-9022-0242AC120002';
    expect(make(0, { orderId }).external_id).toBe(orderId.toLowerCase());
    expect(make(0, { orderId: 'Pedido-7A' }).external_id).toBe('Pedido-7A');
  });

  it('leads couriers to the door by the complement, and gives them the till’s notes', () => {
    expect(make(1)).toMatchObject({
      address: { state: 'SP', complement: 'Casa 2; Portão verde' },
      delivery_notes: 'Tocar a campainha duas vezes; Levar troco',
    });
    expect(make(1).customer.phone).toBe('08001234567');
    expect(make(2).items?.[0]).toEqual({ description: '0.5 × Picanha (kg)', quantity: 1 });
  });

  it('names the smallest vehicle that will do, with weight and packages, and keeps other values without reading them', () => {
    const vehicle = { type: ['CAR', 'MOTORBIKE_BOX'], container: 'NORMAL' };
    expect(make(0, { vehicle, totalWeight: 900, packageQuantity: 2 }).load).toEqual({
      vehicle: 'motorcycle',
      weight: 900,
      bags: 2,
    });
    const strange = { vehicle: { type: 'CAR' }, totalWeight: -1, packageQuantity: 'two' };
    expect(make(0, strange).load).toEqual({});
    expect(make(0, strange).external_data).toMatchObject({ open_delivery: strange });
  });

  it.each([
    ['/customer/phone', '/customerPhone'],
    ['/address/coordinates', '/deliveryAddress/latitude'],
    ['/address/street', '/deliveryAddress/street'],
    ['/address/zip_code', '/deliveryAddress/postalCode'],
    ['/items/3/description', '/items/3/name'],
    ['/payment/methods/1/value', '/payments/offlineMethod/1/amount'],
    ['/external_data/open_delivery/vehicle', '/vehicle'],
    ['/external_data', ''],
  ])('has its fault at %s named at %s, as it was sent', (ours, theirs) => {
    expect(toSentPointer(ours)).toBe(theirs);
  });

  it('maps each reason of the standard to a code of ours and back, as docs/open-delivery.md says', () => {
    const guide = readFileSync(new URL('../../../docs/open-delivery.md', import.meta.url), 'utf8');
    for (const reasons of [cancelReasons, deliveryReasons])
      for (const [code, [, theirs]] of Object.entries(reasons))
        if (theirs !== null) expect(guide).toMatch(new RegExp(`\\| \`${code}\` +\\| \`${theirs}\` +\\|`));
    expect(toReason({ reason: 'CONSUMER_CANCELLATION_REQUESTED' }).reason).toEqual({ code: 'customer_canceled' });
    expect(toReason({ reason: 'SOMETHING_NEW' }).reason).toEqual({ code: 'SOMETHING_NEW' });
    const failed = {
      id: '0'.repeat(24),
      external_id: 'A',
      display_id: '7',
      external_data: {},
      event: 'status_changed',
      previous_status: 'at_delivery',
      status: 'delivery_failed',
      updated_at: '2026-05-01T22:30:00.000Z',
    } as const;
    for (const [code, [, theirs]] of Object.entries(deliveryReasons))
      expect(toProblem({ ...failed, reason: { code } })).toMatchObject({ reason: theirs, message: code });
  });
});

describe('an event', () => {
  const order = {
    id: '0123456789abcdef01234567',
    external_id: '52122852-6626-11ed-9022-0242ac120002',
    display_id: '1',
    updated_at: '2026-05-01T22:00:00.000Z',
  };
  const external_data = { open_delivery: { merchant: { id: 'm'.repeat(36), name: 'Cantina' } } };
  const bodyOf = (fields: object) => webhookBodySchema.parse({ ...order, external_data, ...fields });
  const reported = { customerName: 'Ana', courier: { name: 'Rui', vehicle: 'motorcycle' as const }, nowMs: 0 };
  const changes = Object.entries(nextStatuses).flatMap(([previous_status, next]) =>
    next.map((status) =>
      bodyOf({ event: 'status_changed', previous_status, status, tracking_url: 'https://t.example/1' }),
    ),
  );

  it('is valid by the standard’s document, whatever it reports', () => {
    const events = changes.flatMap((body) => toEvents('0'.repeat(32), body, reported));
    expect(events.length).toBeGreaterThan(changes.length);
    expect(events.flatMap((event) => faultsOf('DeliveryOrderEvent', event))).toEqual([]);
    expect(
      toEvents('0'.repeat(32), bodyOf({ event: 'delivery_requested', status: 'ready' }), {
        ...reported,
        courier: null,
      }),
    ).toHaveLength(1);
  });

  it('says when the courier is expected and where it is, as far as all that the standard wants of it is known', () => {
    const times = {
      created_at: '2026-05-01T21:50:00.000Z',
      picked_up_at: null,
      delivered_by: null,
      eta: { pickup_at: '2026-05-01T22:10:00Z', delivery_at: '2026-05-01T22:30:00Z' },
    };
    const position = { latitude: -23.557, longitude: -46.66 };
    const nowMs = Date.parse('2026-05-01T22:00:00Z');
    const limited = { open_delivery: { ...external_data.open_delivery, limitTimes: { deliveryLimit: 50 } } };
    const eventOf = (status: OrderStatus, more: object, data: object = limited) => {
      const body = webhookBodySchema.parse({
        ...{ ...order, external_data: data, event: 'tracking_url_added', status, tracking_url: 'https://t.example/1' },
      });
      const [event] = toEvents('0'.repeat(32), body, { ...reported, times, position, nowMs, ...more });
      expect(faultsOf('DeliveryOrderEvent', event)).toEqual([]);
      return event;
    };
    const eta = {
      updateMethod: 'ONLINE',
      pickupEtaInMinutes: 10,
      pickupEtaDatetime: times.eta.pickup_at,
      deliveryEtaInMinutes: 30,
      deliveryEtaDatetime: times.eta.delivery_at,
      maxDeliveryTime: '2026-05-01T22:40:00.000Z',
    };
    expect(eventOf('on_route_to_pickup', {})).toMatchObject({ eta });
    expect(eventOf('on_route_to_pickup', {})).not.toHaveProperty('geoLocalization');
    const pickedUp = {
      times: { ...times, picked_up_at: '2026-05-01T21:58:00.000Z', eta: { delivery_at: times.eta.delivery_at } },
    };
    expect(eventOf('on_route_to_delivery', pickedUp)).toMatchObject({
      eta: { ...eta, pickupEtaInMinutes: 0, pickupEtaDatetime: '2026-05-01T21:58:00.000Z' },
      geoLocalization: position,
    });
    const due = { times: { ...times, delivered_by: '2026-05-01T22:35:00.000Z' } };
    expect(eventOf('at_pickup', due, {})).toMatchObject({ eta: { maxDeliveryTime: '2026-05-01T22:35:00.000Z' } });
    expect(eventOf('at_pickup', {}, {})).not.toHaveProperty('eta');
    expect(eventOf('at_pickup', { times: { ...times, eta: { pickup_at: times.eta.pickup_at } } })).not.toHaveProperty(
      'eta',
    );
    expect(eventOf('at_pickup', { times: undefined })).not.toHaveProperty('eta');
    for (const deliveryLimit of [1e300, -1, 50_000]) {
      const odd = { open_delivery: { ...external_data.open_delivery, limitTimes: { deliveryLimit } } };
      expect(eventOf('at_pickup', {}, odd)).not.toHaveProperty('eta');
    }
  });

  it('gets events about statuses, a courier that accepts and, on the move, a new tracking URL or time, and no others', () => {
    const courier = { name: 'Rui', vehicle: 'car' };
    const typesOf = (fields: object) => {
      const body = bodyOf(fields);
      return isTold(body) ? toEvents('0'.repeat(32), body, reported).map(({ event }) => event.type) : [];
    };
    expect(typesOf({ event: 'courier_assigned', status: 'ready', courier })).toEqual(['ACCEPTED']);
    expect(typesOf({ event: 'courier_assigned', status: 'at_pickup', courier })).toEqual([]);
    const tracking = { event: 'tracking_url_added', tracking_url: 'https://t.example/2' };
    expect(typesOf({ ...tracking, status: 'on_route_to_delivery' })).toEqual(['DELIVERY_ONGOING']);
    expect(typesOf({ ...tracking, status: 'ready' })).toEqual([]);
    const expected = { event: 'eta_changed', eta: { delivery_at: '2026-05-01T22:30:00Z' } };
    expect(typesOf({ ...expected, status: 'on_route_to_pickup' })).toEqual(['PICKUP_ONGOING']);
    expect(typesOf({ ...expected, status: 'at_delivery' })).toEqual([]);
    expect(typesOf({ event: 'delivery_requested', status: 'ready' })).toEqual([]);
    expect(typesOf({ event: 'status_changed', status: 'ready', previous_status: 'created' })).toEqual([]);
  });
});

it('the details of a delivery are such by the standard’s document', () => {
  const [, body] = orders[1] ?? [];
  const { order } = readDelivery(body ?? {});
  const id = '0123456789abcdef01234567';
  const at = (minute: number) => `2026-05-01T22:${String(minute).padStart(2, '0')}:00.000Z`;
  const view = orderViewSchema.parse({
    ...order,
    id,
    status: 'delivery_failed',
    created_at: at(0),
    updated_at: at(9),
    due: null,
    late_since: null,
    tracking_url: 'https://courier.example/t/1',
    reason: null,
    store: null,
    courier: { name: 'Rui', vehicle: 'motorcycle' },
    courier_system: { name: 'Rapidinho' },
    eta: { delivery_at: at(30) },
    handover: null,
    proof: null,
    no_courier_since: null,
    problems: [
      {
        id: 1,
        kind: 'damaged',
        text: 'it fell',
        at: at(8),
        state: 'answered',
        answer: { action: 'return', text: null, at: at(9) },
      },
    ],
  });
  const common = {
    id,
    external_id: order.external_id,
    display_id: order.display_id,
    external_data: order.external_data,
  };
  const change = (minute: number, previous_status: string, status: string, more: object = {}) =>
    webhookBodySchema.parse({
      ...common,
      event: 'status_changed',
      previous_status,
      status,
      updated_at: at(minute),
      ...more,
    });
  const details = toDetails('0'.repeat(32), view, [
    change(1, 'created', 'ready'),
    change(2, 'ready', 'on_route_to_pickup'),
    change(3, 'on_route_to_pickup', 'on_route_to_delivery'),
    change(9, 'on_route_to_delivery', 'delivery_failed', { reason: { code: 'customer_absent' } }),
  ]);
  expect(faultsOf('DeliveryOrderDetails', details)).toEqual([]);
  expect(details.deliveryId).toBe('01234567-89ab-8cde-8f01-234567000000');
  expect(details.events.map(({ type }) => type)).toEqual([
    'PENDING',
    'ACCEPTED',
    'PICKUP_ONGOING',
    'ORDER_PICKED',
    'DELIVERY_ONGOING',
    'DELIVERY_ONGOING',
  ]);
  expect(details.problem).toEqual([
    { reason: 'NOBODY_TO_RECEIVE', message: 'customer_absent', datetime: at(9), resolved: false },
    {
      ...{ reason: 'ORDER_DAMAGED_OR_VIOLATED', message: 'damaged', datetime: at(8), resolved: true },
      ...{ actionTaken: 'RETURN_TO_STORE', resolutionDate: at(9) },
    },
  ]);
  const question = webhookBodySchema.parse({
    ...common,
    ...{ event: 'delivery_problem', problem_id: 1, kind: 'no_access', status: 'at_delivery', updated_at: at(8) },
  });
  const [event] = toEvents('0'.repeat(32), question, { customerName: 'Ana', courier: null, nowMs: Date.parse(at(8)) });
  expect(faultsOf('DeliveryOrderEvent', event)).toEqual([]);
  expect(event).toMatchObject({
    event: { type: 'ARRIVED_AT_CUSTOMER' },
    problem: [{ reason: 'OTHER', message: 'no_access', needMerchantAction: true }],
  });
  expect(details).toMatchObject({
    vehicle: { type: 'MOTORBIKE_BAG', container: 'THERMIC' },
    times: { deliveryEtaDate: at(30), maxDeliveryTime: at(50), isDeliveryFinished: false },
    merchant: { name: 'Cantina do Exemplo' },
  });
});
