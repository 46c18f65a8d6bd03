import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  nextStatuses,
  type OrderMessage,
  type OrderStatus,
  orderStatuses,
  webhookBodySchema,
} from '@delivery/contracts';
import { createContentHasher } from './content.js';
import { decide } from './decide.js';
import { type BatchState, commandKeyOf, decideBatch } from './decide-batch.js';
import { createHandoverCodes, type Order, type OrderEvent } from './order.js';
import { createPhoneHasher } from './phones.js';
import { createDuePlanner } from './times.js';

const merchantId = 'a'.repeat(32);
const orderId = 'b'.repeat(24);
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const context = {
  nowMs: Date.UTC(2026, 0, 1, 12, 30),
  hashOf: createContentHasher(() => Buffer.alloc(32, 1)),
  planDue: createDuePlanner({ prepare: 20, pickup: 5, drive: 20 }),
  hashPhone: createPhoneHasher(() => Buffer.alloc(32, 1)),
  serving: new Map(),
  disabledSystems: new Set<string>(),
  pausedSystems: new Set<string>(),
  courierNotFoundMs: 600_000,
  trackingPageOf: () => undefined,
  handoverCodes: createHandoverCodes(() => Buffer.alloc(32, 1)),
};
const content = {
  external_id: 'A/1#x',
  display_id: '0007',
  customer: { name: 'Zoé', phone: '08001234567' },
  address: {
    country: 'BR',
    state: 'SP',
    city: 'São Paulo',
    street: 'Rua',
    number: 'S/N',
    coordinates: { latitude: 1, longitude: 2 },
  },
  payment: { prepaid: 0, pending: 0, methods: [] },
};
const envelope = { schema_version: 1, order_id: orderId, merchant_id: merchantId } as const;
const submitted = (id = 'm-create', externalData = '{"b":1.0,"a":2}'): OrderMessage => ({
  ...envelope,
  id,
  occurred_at: at(0),
  type: 'order.submitted',
  payload: { order: content, external_data: externalData },
});
const ready = (id = 'm-ready'): OrderMessage => ({
  ...envelope,
  id,
  occurred_at: at(1),
  type: 'order.ready_requested',
  payload: {},
});
const cancel = (id = 'm-cancel'): OrderMessage => ({
  ...envelope,
  id,
  occurred_at: at(2),
  type: 'order.cancel_requested',
  payload: { reason: { code: 'out_of_stock' } },
});
const report = (status: OrderStatus, seconds: number, id = `m-${status}-${seconds}`): OrderMessage => ({
  ...envelope,
  id,
  occurred_at: at(seconds),
  type: 'status.reported',
  payload: { status },
});

const nothing: BatchState = {
  orders: new Map(),
  purged: new Map(),
  commands: new Map(),
  parked: new Map(),
  held: new Set(),
};
const created = (): Order => decide(undefined, submitted(), context)!.order;
const inStatus = (status: OrderStatus): Order => ({ ...created(), status });

/** Applies batches to a state kept in memory, as the database keeps it between transactions. */
const play = (batches: OrderMessage[][]) => {
  const state = {
    orders: new Map<string, Order>(),
    purged: new Map(),
    commands: new Map(),
    parked: new Map<string, OrderMessage[]>(),
    held: new Set<string>(),
  };
  const events: OrderEvent[] = [];
  for (const batch of batches) {
    const plan = decideBatch(batch, state satisfies BatchState, context);
    const decided = plan.commands.map(({ message }) => commandKeyOf(message));
    expect(decided.filter((id, index) => decided.indexOf(id) !== index || state.commands.has(id))).toEqual([]);
    for (const order of [...plan.created, ...plan.changed]) state.orders.set(order.id, order);
    for (const { message, outcome, code, detail } of plan.commands)
      state.commands.set(commandKeyOf(message), { outcome, code, detail });
    const left = (state.parked.get(orderId) ?? []).filter((message) => !plan.unparked.includes(commandKeyOf(message)));
    const parked = [...left, ...plan.park.filter((message) => !left.some(({ id }) => id === message.id))];
    state.parked = parked.length > 0 ? new Map([[orderId, parked]]) : new Map();
    events.push(...plan.events);
  }
  return { order: state.orders.get(orderId), events, commands: state.commands, parked: state.parked };
};

describe('decide', () => {
  it('keeps when the order was first picked up, through a second trip', () => {
    const statuses = ['ready', 'on_route_to_pickup', 'on_route_to_delivery', 'delivery_failed', 'on_route_to_delivery'];
    const trip = statuses.map((status, step) => report(status as OrderStatus, 10 + step));
    const { order, events } = play([[submitted()], ...trip.map((message) => [message])]);
    const pickups = events.filter(({ body }) => JSON.parse(body).status === 'on_route_to_delivery');
    expect(pickups).toHaveLength(2);
    expect(order?.pickedUpAtMs).toBe(pickups[0]!.createdAtMs);
  });

  it('creates an order once: the same content again is unchanged, other content is refused', () => {
    expect(decide(created(), submitted('again'), context)).toMatchObject({ outcome: 'unchanged', events: [] });
    expect(decide(created(), submitted('other', '{"b":1,"a":3}'), context)).toMatchObject({
      outcome: 'refused',
      code: 'external_id_conflict',
    });
  });

  it('[P3] names twenty fields in which another order differs, and counts the others', () => {
    const items = Array.from({ length: 25 }, (_, index) => ({ description: `item ${index}`, quantity: 1 }));
    const order = { ...created(), content: { ...content, items } };
    const other = submitted('other');
    if (other.type !== 'order.submitted') throw new Error('not a create');
    other.payload.order = { ...content, items: items.map((item) => ({ ...item, quantity: 2 })) };
    const decision = decide(order, other, context)!;
    expect(decision.differing).toEqual(items.slice(0, 20).map((_, index) => `/items/${index}/quantity`));
    expect(decision.detail).toMatch(/in \/items\/0\/quantity, .*\/items\/19\/quantity and 5 other fields\.$/);
  });

  it('emits status_changed and then delivery_requested when an order becomes ready, and nothing the second time', () => {
    const first = decide(created(), ready(), context)!;
    expect(first.events.map(({ event, sequence }) => [event, sequence])).toEqual([
      ['status_changed', 1],
      ['delivery_requested', 2],
    ]);
    expect(decide(first.order, ready('again'), context)).toMatchObject({ outcome: 'unchanged', events: [] });
  });

  it.each(orderStatuses)('answers ready for an order that is %s as the status table says', (status) => {
    const expected = status === 'created' ? 'applied' : status === 'canceled' ? 'refused' : 'unchanged';
    expect(decide(inStatus(status), ready(), context)?.outcome).toBe(expected);
  });

  it.each(orderStatuses)('cancels an order that is %s only before pickup', (status) => {
    const expected =
      status === 'canceled' ? 'unchanged' : nextStatuses[status].includes('canceled') ? 'applied' : 'refused';
    expect(decide(inStatus(status), cancel(), context)?.outcome).toBe(expected);
  });

  const seen = fc.record({
    status: fc.constantFrom(...orderStatuses),
    seconds: fc.option(fc.nat(5), { nil: undefined }),
    source: fc.constantFrom('fleet-a', 'fleet-b', undefined),
    nowMs: fc.nat(2 ** 40),
  });

  it('[P11] finds stale only reports that are earlier than the last of their source that took effect', () => {
    fc.assert(
      fc.property(fc.array(seen, { maxLength: 30 }), (reports) => {
        let order = created();
        const last = new Map<string | undefined, number>();
        for (const { status, seconds, source, nowMs } of reports) {
          const time = { occurred_at: seconds === undefined ? undefined : at(seconds) };
          const reported = { ...report(status, 0), ...time, source } as OrderMessage;
          const decision = decide(order, reported, { ...context, nowMs })!;
          const isLate = seconds !== undefined && seconds < (last.get(source) ?? 0);
          const wanted = status === order.status ? null : isLate ? 'stale_report' : undefined;
          if (wanted !== undefined) expect([decision.outcome, decision.code]).toEqual(['unchanged', wanted]);
          else expect(decision.outcome === 'applied').toBe(nextStatuses[order.status].includes(status));
          if (decision.outcome === 'applied' && seconds !== undefined) last.set(source, seconds);
          order = decision.order;
        }
      }),
    );
  });

  const trackingUrl = (number: number, seconds: number, id = `m-url-${number}`): OrderMessage => ({
    ...envelope,
    ...{ id, type: 'tracking_url.reported', occurred_at: at(seconds) },
    payload: { tracking_url: `https://track.example/${number}` },
  });
  const decideEach = (reports: readonly OrderMessage[]) => {
    let order = inStatus('ready');
    return reports.map((reported) => {
      const decision = decide(order, reported, context)!;
      ({ order } = decision);
      return { reported: decision.code ?? decision.outcome, events: decision.events.length };
    });
  };

  it('emits nothing for the repeat of each report of a journey', () => {
    const ways = ['on_route_to_pickup', 'at_pickup', 'on_route_to_delivery', 'at_delivery', 'delivered'] as const;
    const twice = [
      ...[trackingUrl(1, 1), trackingUrl(1, 1, 'again')],
      ...ways.flatMap((status, n) => [report(status, n + 2), report(status, n + 2, `again-${n}`)]),
    ];
    const [first, repeat] = [
      { reported: 'applied', events: 1 },
      { reported: 'unchanged', events: 0 },
    ];
    expect(decideEach(twice)).toEqual(twice.map((_, index) => (index % 2 === 0 ? first : repeat)));
  });

  it('emits nothing for reports that come after newer ones of their kind, whatever they say', () => {
    const outOfOrder = [
      ...[report('on_route_to_pickup', 1), trackingUrl(2, 3), trackingUrl(1, 2)],
      ...[report('on_route_to_delivery', 5), report('at_pickup', 4)],
      ...[report('delivered', 7), report('at_delivery', 6)],
    ];
    const [taken, late] = [
      { reported: 'applied', events: 1 },
      { reported: 'stale_report', events: 0 },
    ];
    expect(decideEach(outOfOrder)).toEqual([taken, taken, late, taken, late, taken, late]);
  });

  it('keeps why an order was not delivered when it comes back, unless another reason is reported', () => {
    const reason = { code: 'nobody_home' };
    const withReason = (status: OrderStatus, seconds: number, given?: { code: string }): OrderMessage => ({
      ...envelope,
      ...{ id: `m-${status}-${seconds}`, type: 'status.reported', occurred_at: at(seconds) },
      payload: { status, ...(given && { reason: given }) },
    });
    const failed = [
      submitted(),
      ready(),
      report('on_route_to_pickup', 3),
      report('on_route_to_delivery', 4),
      withReason('delivery_failed', 5, reason),
    ];
    const reasonAfter = (message: OrderMessage) =>
      [...failed, message].reduce<Order | undefined>((order, next) => decide(order, next, context)?.order, undefined)
        ?.reason;
    expect(reasonAfter(withReason('returned', 6))).toEqual(reason);
    expect(reasonAfter(withReason('returned', 6, { code: 'refused' }))).toEqual({ code: 'refused' });
    expect(reasonAfter(report('on_route_to_delivery', 6))).toBeNull();
  });

  it('forgets where it could be followed once its courier gave it back, and then gets its page anew', () => {
    const page = 'https://delivery.example/track/1';
    const after = (messages: readonly OrderMessage[], from?: Order) =>
      messages.reduce((order, next) => decide(order, next, { ...context, trackingPageOf: () => page })?.order, from);
    const reported: OrderMessage = {
      ...envelope,
      ...{ id: 'm-url', type: 'tracking_url.reported', occurred_at: at(3) },
      payload: { tracking_url: 'https://rider.example/1' },
    };
    const onRoute = report('on_route_to_pickup', 4);
    const followed = after([submitted(), reported, ready(), onRoute])!;
    expect(followed.trackingUrl).toBe('https://rider.example/1');
    const givenBack = after([report('ready', 5)], followed);
    expect(givenBack?.trackingUrl).toBeNull();
    expect(after([report('on_route_to_pickup', 6)], givenBack)?.trackingUrl).toBe(page);
    const claimed = { ...followed, status: 'ready' as const, courierSystemId: 'cour_a', claimId: 'm-accept' };
    const release = { type: 'courier.release_requested', courier_system_id: 'cour_a', claim_id: 'm-accept' } as const;
    const released = after(
      [{ ...release, schema_version: 1, id: 'm-release', order_id: orderId, payload: {} }],
      claimed,
    );
    expect(released).toMatchObject({ courierSystemId: null, trackingUrl: null });
  });

  it('needs the order for everything but its creation', () => {
    for (const message of [ready(), cancel(), report('ready', 1)])
      expect(decide(undefined, message, context)).toBeUndefined();
  });

  it("refuses a command that names another merchant's order as not found", () => {
    const foreign = { ...ready(), merchant_id: 'c'.repeat(32) } as OrderMessage;
    expect(decide(created(), foreign, context)).toMatchObject({ outcome: 'refused', code: 'order_not_found' });
  });

  it('allows exactly the transitions of the status table, with updated_at and sequence strictly rising', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...orderStatuses), { maxLength: 30 }), (statuses) => {
        let order = created();
        statuses.forEach((status, index) => {
          const decision = decide(order, report(status, index + 1, `r${index}`), context)!;
          const allowed = nextStatuses[order.status].includes(status);
          expect(decision.outcome === 'applied').toBe(allowed);
          if (allowed) expect(decision.order.updatedAtMs).toBeGreaterThan(order.updatedAtMs);
          expect(decision.events.map(({ sequence }) => sequence)).toEqual(
            decision.events.map((_, offset) => order.lastSequence + offset + 1),
          );
          order = decision.order;
        });
      }),
    );
  });

  it('writes webhook bodies with exactly the fields of their event and external_data as it was sent', () => {
    const messages = [ready(), report('on_route_to_pickup', 3), report('at_pickup', 4)];
    let order = created();
    for (const message of messages) {
      const decision = decide(order, message, context)!;
      for (const { body } of decision.events) {
        expect(webhookBodySchema.safeParse(JSON.parse(body)).error).toBeUndefined();
        expect(body).toContain('"external_data":{"b":1.0,"a":2},"event":');
      }
      order = decision.order;
    }
  });
});

describe('decideBatch', () => {
  const journey = [submitted(), ready(), cancel()];

  it('[P11] ends create, ready and cancel in the same state in every order, batching, repetition and overtaking', () => {
    const shuffled = fc.shuffledSubarray(journey, { minLength: 3, maxLength: 3 });
    const repeats = fc.array(fc.constantFrom(...journey), { maxLength: 6 });
    fc.assert(
      fc.property(shuffled, repeats, fc.array(fc.nat(3), { minLength: 10, maxLength: 10 }), (all, extra, cuts) => {
        const messages = [...all, ...extra];
        const batches: OrderMessage[][] = [[]];
        messages.forEach((message, index) => {
          if (cuts[index % cuts.length] === 0) batches.push([]);
          batches.at(-1)!.push(message);
        });
        const { order, events, parked } = play(batches);
        expect(order?.status).toBe('canceled');
        expect(parked.size).toBe(0);
        expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
        expect(events.filter(({ event }) => event === 'delivery_requested').length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('applies equal messages once and repeats the first verdict', () => {
    const plan = decideBatch([submitted(), submitted(), ready(), ready()], nothing, context);
    expect(plan.commands).toHaveLength(2);
    expect(plan.events).toHaveLength(2);
    expect(plan.verdicts.get(`${orderId}/m-create`)).toMatchObject({ outcome: 'applied' });
  });

  it('parks messages about an order that another session holds, also a create that comes again', () => {
    const messages = [submitted('again'), ready(), cancel()];
    const plan = decideBatch(messages, { ...nothing, held: new Set([orderId]) }, context);
    expect(plan).toMatchObject({ park: messages, commands: [], events: [] });
    expect([...plan.verdicts.values()].map(({ outcome }) => outcome)).toEqual(['parked', 'parked', 'parked']);
  });

  it('decides a command once that was parked before and comes again together with its order', () => {
    const { order, commands, parked } = play([[ready()], [ready(), submitted()]]);
    expect(order?.status).toBe('ready');
    expect([...commands.keys()].sort()).toEqual([`${orderId}/m-create`, `${orderId}/m-ready`]);
    expect(parked.size).toBe(0);
  });

  it('parks a command whose order is unknown and applies it when the order comes', () => {
    const early = play([[ready()]]);
    expect(early.parked.get(orderId)).toHaveLength(1);
    const later = play([[ready()], [submitted()]]);
    expect(later.order?.status).toBe('ready');
    expect(later.commands.get(`${orderId}/m-ready`)).toMatchObject({ outcome: 'applied' });
  });
});
