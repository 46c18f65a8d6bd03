import type { OrderMessage, Reason, Verdict } from '@delivery/contracts';
import { decide, type DecideContext } from './decide.js';
import { isOfCourierSystem, refuseEndedAccept } from './decide-courier.js';
import { problemIdOf } from './decide-problems.js';
import {
  type CourierOrderEvent,
  decidePurged,
  type Decision,
  type Order,
  type OrderEvent,
  type PurgedOrder,
  summarize,
} from './order.js';
import { type NewTimer, toNewTimers } from './order-timers.js';

/** The recorded outcome of a message that was decided before. */
export type CommandOutcome = Pick<Decision, 'outcome' | 'code' | 'detail' | 'differing'>;

/** The orders and commands to which the batch's messages refer, as locked in the database. */
export type BatchState = {
  orders: ReadonlyMap<string, Order>;
  /** Orders that retention purged: nothing about them is recorded, and the same is answered each time. */
  purged: ReadonlyMap<string, PurgedOrder>;
  /** By command key, as everything here that is kept by command. */
  commands: ReadonlyMap<string, CommandOutcome>;
  /** Messages parked earlier, by order id, oldest first. */
  parked: ReadonlyMap<string, readonly OrderMessage[]>;
  /**
   * Orders that another session holds, or whose earlier messages wait because it did: further messages are parked
   * behind these.
   */
  held: ReadonlySet<string>;
  traceparents?: ReadonlyMap<string, string> | undefined;
};

export type CommandRecord = CommandOutcome & {
  message: OrderMessage;
  afterSequence: number;
  /** Customers' data is erased from its order. */
  isErased: boolean;
  /**
   * It created its order or caused an event: these have bounds of their own. An order keeps `commandMax` other
   * commands.
   */
  leavesEvent: boolean;
};

/** Commands kept of an order. One beyond that causes no event, is answered, and leaves no row. */
export const commandMax = 2_000;

/** Everything that one transaction writes, and its answers. */
export type BatchPlan = {
  created: Order[];
  changed: Order[];
  /** Subset of `changed`: orders whose content changed. */
  rewritten: Order[];
  timers: NewTimer[];
  events: OrderEvent[];
  courierEvents: CourierOrderEvent[];
  commands: CommandRecord[];
  park: OrderMessage[];
  /** Like in `BatchState`: messages parked for these wait for the order's row. */
  held: ReadonlySet<string>;
  /** Keys of parked messages that are decided by this batch. */
  unparked: string[];
  verdicts: Map<string, Verdict>;
};

/** Applies the messages one by one, in the order in which they came, to the state that the database had. Pure. */
export const decideBatch = (
  messages: readonly OrderMessage[],
  state: BatchState,
  context: DecideContext,
): BatchPlan => {
  const orders = new Map(state.orders);
  const touched = new Set<string>();
  const plan = createEmptyPlan(state.held);

  const handle = (message: OrderMessage): void => {
    const key = commandKeyOf(message);
    if (plan.verdicts.has(key)) return;
    const before = state.commands.get(key);
    if (before) {
      const order = orders.get(message.order_id);
      plan.verdicts.set(key, toVerdict(message, outcomeNow(message, before, order), order));
      return;
    }
    const purged = state.purged.get(message.order_id);
    if (purged) {
      plan.verdicts.set(key, toVerdict(message, decidePurged(purged, message, context.hashOf), undefined));
      return;
    }
    const isHeld = state.held.has(message.order_id);
    const decision = isHeld ? undefined : decide(orders.get(message.order_id), message, context);
    if (!decision) {
      // A courier's system learns of an order once it is ready: it cannot overtake it.
      const isAbsent = !isHeld && isOfCourierSystem(message);
      if (!isAbsent) plan.park.push(message);
      plan.verdicts.set(key, toVerdict(message, isAbsent ? noDelivery : parked, undefined));
      return;
    }
    record(message, decision);
    if (message.type === 'order.submitted') unpark(message.order_id);
  };

  const record = (message: OrderMessage, decision: Decision): void => {
    const before = orders.get(decision.order.id);
    // A refused one may be counted.
    if (decision.order !== before) touched.add(decision.order.id);
    orders.set(decision.order.id, decision.order);
    const traceparent = state.traceparents?.get(commandKeyOf(message));
    plan.events.push(...inTrace(decision.events, traceparent));
    plan.courierEvents.push(...inTrace(decision.courierEvents ?? [], traceparent));
    plan.commands.push(toRecord(message, decision, before));
    plan.verdicts.set(commandKeyOf(message), toVerdict(message, decision, decision.order));
  };

  /**
   * Commands that overtook their order, from earlier batches and from this one, are decided once it exists. A command
   * that was parked before and came again in this batch is one command.
   */
  const unpark = (orderId: string): void => {
    const isParked = (message: OrderMessage) => !plan.unparked.includes(commandKeyOf(message));
    const earlier = (state.parked.get(orderId) ?? []).filter(isParked);
    plan.unparked.push(...earlier.map(commandKeyOf));
    const early = plan.park.filter((message) => message.order_id === orderId);
    plan.park = plan.park.filter((message) => message.order_id !== orderId);
    for (const message of early) plan.verdicts.delete(commandKeyOf(message));
    for (const message of [...earlier, ...early]) handle(message);
  };

  // First messages that waited for an order that now exists or was purged, or for its row.
  for (const orderId of state.parked.keys()) if (orders.has(orderId) || state.purged.has(orderId)) unpark(orderId);
  for (const message of messages) handle(message);

  const changed = [...touched].sort().flatMap((orderId) => orders.get(orderId) ?? []);
  const timers = changed.flatMap((order) => toNewTimers(state.orders.get(order.id), order, context));
  return { ...withTouched(refuseAbsent(plan, state), state, changed), timers };
};

const outcomeNow = (message: OrderMessage, before: CommandOutcome, order: Order | undefined): CommandOutcome =>
  (order && before.outcome !== 'refused' ? refuseEndedAccept(order, message) : undefined) ?? before;

/** In id order, so that two transactions that insert the same keys wait for each other and never in a circle. */
const withTouched = (plan: BatchPlan, state: BatchState, touched: readonly Order[]): BatchPlan => {
  for (const order of touched) (state.orders.has(order.id) ? plan.changed : plan.created).push(order);
  plan.commands.sort(byKey);
  return { ...plan, rewritten: plan.changed.filter((order) => isRewritten(order, state)) };
};

const toRecord = (
  message: OrderMessage,
  { order, outcome, code, detail, differing }: Decision,
  before: Order | undefined,
): CommandRecord => ({
  message,
  outcome,
  code,
  detail,
  ...(differing && { differing }),
  afterSequence: order.lastSequence,
  isErased: order.erasedAtMs !== null,
  leavesEvent: order.lastSequence !== before?.lastSequence,
});

const isRewritten = ({ id, contentVersion }: Order, { orders }: BatchState): boolean =>
  orders.get(id)?.contentVersion !== contentVersion;

const createEmptyPlan = (held: ReadonlySet<string>): BatchPlan => ({
  created: [],
  changed: [],
  rewritten: [],
  timers: [],
  events: [],
  courierEvents: [],
  commands: [],
  park: [],
  held,
  unparked: [],
  verdicts: new Map(),
});

const byKey = (one: CommandRecord, other: CommandRecord): number =>
  commandKeyOf(one.message) < commandKeyOf(other.message) ? -1 : 1;

/** The outcome of a command whose order never arrived. */
export const withoutOrder = { afterSequence: 0, isErased: false, leavesEvent: false } as const;

const parked = { outcome: 'parked', code: null, detail: null } as const;
const noDelivery = { outcome: 'refused', code: 'order_not_found', detail: 'No delivery has this id.' } as const;

const inTrace = <Event extends OrderEvent | CourierOrderEvent>(
  events: readonly Event[],
  traceparent: string | undefined,
): readonly Event[] => (traceparent === undefined ? events : events.map((event) => ({ ...event, traceparent })));

/**
 * Refuses commands that do not wait, if neither the database nor the batch has their order. If they wait for its row,
 * it may be there.
 */
const refuseAbsent = (plan: BatchPlan, { held, parked: waiting }: BatchState): BatchPlan => {
  const isRefused = (message: OrderMessage): boolean =>
    'park' in message && message.park === false && !held.has(message.order_id);
  const absent = plan.park.filter(isRefused);
  if (absent.length === 0) return plan;
  const unparked = absent.filter(({ order_id: orderId }) => waiting.has(orderId)).map(commandKeyOf);
  const rest = plan.park.filter((message) => !isRefused(message));
  return recordRefused({ ...plan, park: rest, unparked: [...plan.unparked, ...unparked] }, absent, noOrder);
};

const noOrder = { code: 'order_not_found', detail: 'The order did not exist when this command arrived.' } as const;
const noPlace = { code: 'parked_full', detail: 'Too many commands are already waiting for their orders.' } as const;

/** Adds to the plan that these messages, which have no order, are refused. */
const recordRefused = (
  plan: BatchPlan,
  refused: readonly OrderMessage[],
  why: Pick<CommandOutcome, 'code' | 'detail'>,
): BatchPlan => {
  const result = { outcome: 'refused', ...why } as const;
  const verdicts = new Map(plan.verdicts);
  for (const message of refused) verdicts.set(commandKeyOf(message), toVerdict(message, result, undefined));
  const records = refused.map((message): CommandRecord => ({ message, ...result, ...withoutOrder }));
  return { ...plan, commands: [...plan.commands, ...records].sort(byKey), verdicts };
};

const toVerdict = (
  message: OrderMessage,
  result: Omit<CommandOutcome, 'outcome'> & Pick<Verdict, 'outcome'>,
  order: Order | undefined,
): Verdict => ({
  type: 'verdict',
  message_id: message.id,
  order_id: message.order_id,
  outcome: result.outcome,
  code: result.code,
  detail: result.detail,
  ...(result.differing && { differing: [...result.differing] }),
  order: order ? summarize(order) : null,
  ...claimOf(message, order),
  ...reportedOf(message, order),
});

const reportedOf = (message: OrderMessage, order: Order | undefined): Pick<Verdict, 'problem_id'> => {
  const problemId = order && problemIdOf(message, order);
  return problemId === undefined ? {} : { problem_id: problemId };
};

const claimOf = (message: OrderMessage, order: Order | undefined): Pick<Verdict, 'claim_id'> =>
  isOfCourierSystem(message) && order?.claimId && order.courierSystemId === message.courier_system_id
    ? { claim_id: order.claimId }
    : {};

/**
 * The part of a command that the timeline keeps: no customer's data. A reason's words are the order's, where it was
 * applied; of a command whose order never came nothing is kept, because there is no order that it could be erased with.
 */
export const commandPayload = ({
  message,
  code,
  isErased,
}: Pick<CommandRecord, 'message' | 'code' | 'isErased'>): object | null => {
  if (code === 'parked_full' || code === 'parked_expired') return null;
  switch (message.type) {
    case 'order.submitted':
    case 'order.ready_requested':
    case 'order.due_reached':
      return null;
    case 'order.change_requested':
      // The fields are in the outcome's detail.
      return null;
    case 'order.cancel_requested':
      return message.payload.reason && code !== 'order_not_found' ? withoutWords(message.payload) : null;
    case 'tracking_url.reported':
      return { ...(isErased ? {} : message.payload), ...sourceOf(message) };
    case 'status.reported':
      return { ...withoutWords(message.payload), ...sourceOf(message) };
    case 'courier.tracking_url_reported':
      return { ...(isErased ? {} : message.payload), source: message.courier_system_id };
    case 'courier.status_reported':
    case 'courier.eta_reported':
      return { ...withoutWords(message.payload), source: message.courier_system_id };
    case 'order.problem_answered':
      return { problem_id: message.payload.problem_id, action: message.payload.action };
    case 'courier.decline_requested':
      return { reason: message.payload, source: message.courier_system_id };
    case 'courier.problem_reported':
      return { kind: message.payload.kind, source: message.courier_system_id };
    case 'courier.handover_reported':
    case 'courier.accept_requested':
    case 'courier.release_requested':
    case 'courier.reported':
      return { source: message.courier_system_id };
  }
};

const sourceOf = ({ source }: { source?: string | undefined }): object => (source === undefined ? {} : { source });

const withoutWords = ({ reason, ...payload }: { reason?: Reason | undefined; [field: string]: unknown }): object =>
  reason ? { ...payload, reason: { code: reason.code } } : payload;

/** How many commands may be parked: of one merchant; of couriers' systems, which name no merchant, for one order. */
export const shareMax = { ofMerchant: 1_000, ofOrder: 100 };

/** The commands that are parked already. */
export type Parked = {
  byMerchant: ReadonlyMap<string, number>;
  /** The parked messages of the batch's orders. */
  byOrder: ReadonlyMap<string, readonly OrderMessage[]>;
};

/**
 * A command that would exceed its share is refused on record, and commands of other shares never are: there is no bound
 * over all. A parked command that comes again keeps its place.
 */
export const boundParked = (plan: BatchPlan, parked: Parked): BatchPlan => {
  const known = new Set([...parked.byOrder.values()].flat().map(commandKeyOf));
  const taken = new Map<string, number>();
  const hasPlace = (message: OrderMessage): boolean => {
    if (known.has(commandKeyOf(message))) return true;
    const holder = message.merchant_id ?? message.order_id;
    const count = taken.get(holder) ?? countParked(message, parked);
    taken.set(holder, count + 1);
    return count < (message.merchant_id === undefined ? shareMax.ofOrder : shareMax.ofMerchant);
  };
  const park: OrderMessage[] = [];
  const refused: OrderMessage[] = [];
  for (const message of plan.park) (hasPlace(message) ? park : refused).push(message);
  return refused.length === 0 ? plan : recordRefused({ ...plan, park }, refused, noPlace);
};

const countParked = ({ merchant_id: merchantId, order_id: orderId }: OrderMessage, parked: Parked): number =>
  merchantId === undefined
    ? (parked.byOrder.get(orderId) ?? []).filter((other) => other.merchant_id === undefined).length
    : (parked.byMerchant.get(merchantId) ?? 0);

/** Distinguishes a message from all others: its id alone distinguishes it within its order. */
export const commandKeyOf = ({ order_id, id }: Pick<OrderMessage, 'order_id' | 'id'>): string => `${order_id}/${id}`;
