import { type OrderMessage, type RefusalCode, type Verdict } from '@delivery/contracts';
import { decide, type DecideContext } from './decide.js';
import { summarize, type Decision, type Order, type OrderEvent } from './order.js';

/** The recorded outcome of a message that was decided before. */
export type CommandOutcome = Pick<Decision, 'outcome' | 'code' | 'detail'>;

/** What the batch's messages refer to, as locked in the database. */
export type BatchState = {
  orders: ReadonlyMap<string, Order>;
  commands: ReadonlyMap<string, CommandOutcome>;
  /** Messages parked earlier, by order id, oldest first. */
  parked: ReadonlyMap<string, readonly OrderMessage[]>;
  /** W3C trace contexts by message id. */
  traceparents?: ReadonlyMap<string, string> | undefined;
};

export type CommandRecord = CommandOutcome & { message: OrderMessage; afterSequence: number };

/** Everything one transaction writes, and what it answers. */
export type BatchPlan = {
  created: Order[];
  changed: Order[];
  events: OrderEvent[];
  commands: CommandRecord[];
  park: OrderMessage[];
  /** Ids of parked messages that are decided by this batch. */
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
  const plan: BatchPlan = {
    created: [],
    changed: [],
    events: [],
    commands: [],
    park: [],
    unparked: [],
    verdicts: new Map(),
  };

  const handle = (message: OrderMessage): void => {
    if (plan.verdicts.has(message.id)) return;
    const before = state.commands.get(message.id);
    if (before) {
      plan.verdicts.set(message.id, toVerdict(message, before, orders.get(message.order_id)));
      return;
    }
    const decision = decide(orders.get(message.order_id), message, context);
    if (!decision) {
      plan.park.push(message);
      plan.verdicts.set(message.id, toVerdict(message, { outcome: 'parked', code: null, detail: null }, undefined));
      return;
    }
    record(message, decision);
    if (message.type === 'order.submitted') unpark(message.order_id);
  };

  const record = (message: OrderMessage, decision: Decision): void => {
    orders.set(decision.order.id, decision.order);
    if (decision.outcome === 'applied') touched.add(decision.order.id);
    plan.events.push(...inTrace(decision.events, state.traceparents?.get(message.id)));
    const { outcome, code, detail } = decision;
    plan.commands.push({ message, outcome, code, detail, afterSequence: decision.order.lastSequence });
    plan.verdicts.set(message.id, toVerdict(message, decision, decision.order));
  };

  /**
   * Commands that overtook their order, from earlier batches and from this one, are decided once it is there. A command
   * that was parked before and came again in this batch is one command.
   */
  const unpark = (orderId: string): void => {
    const earlier = (state.parked.get(orderId) ?? []).filter((message) => !plan.unparked.includes(message.id));
    plan.unparked.push(...earlier.map((message) => message.id));
    const early = plan.park.filter((message) => message.order_id === orderId);
    plan.park = plan.park.filter((message) => message.order_id !== orderId);
    for (const message of early) plan.verdicts.delete(message.id);
    for (const message of [...earlier, ...early]) handle(message);
  };

  // An order that arrived while its command was being parked elsewhere: both are here now.
  for (const orderId of state.parked.keys()) if (orders.has(orderId)) unpark(orderId);
  for (const message of messages) handle(message);

  // In id order, so that two transactions that insert the same keys wait for each other and never in a circle.
  for (const orderId of [...touched].sort()) {
    const order = orders.get(orderId);
    if (order) (state.orders.has(orderId) ? plan.changed : plan.created).push(order);
  }
  plan.commands.sort((a, b) => (a.message.id < b.message.id ? -1 : 1));
  return plan;
};

const inTrace = (events: readonly OrderEvent[], traceparent: string | undefined): readonly OrderEvent[] =>
  traceparent === undefined ? events : events.map((event) => ({ ...event, traceparent }));

/** Instead of waiting for their orders, the plan's parked messages are recorded as refused. */
export const refuseParked = (plan: BatchPlan, code: 'parked_full' | 'parked_expired'): BatchPlan => {
  const verdicts = new Map(plan.verdicts);
  const refused = plan.park.map((message): CommandRecord => {
    const result = { outcome: 'refused', code, detail: 'its order never arrived' } as const;
    verdicts.set(message.id, toVerdict(message, result, undefined));
    return { message, ...result, afterSequence: 0 };
  });
  return { ...plan, park: [], commands: [...plan.commands, ...refused], verdicts };
};

const toVerdict = (
  message: OrderMessage,
  result: { outcome: Verdict['outcome']; code: RefusalCode | null; detail: string | null },
  order: Order | undefined,
): Verdict => ({
  type: 'verdict',
  message_id: message.id,
  order_id: message.order_id,
  outcome: result.outcome,
  code: result.code,
  detail: result.detail,
  order: order ? summarize(order) : null,
});

/** What the timeline keeps of a command: nothing of the customer's. */
export const commandPayload = (message: OrderMessage): object | null => {
  switch (message.type) {
    case 'order.submitted':
    case 'order.ready_requested':
      return null;
    case 'order.cancel_requested':
      return message.payload.reason ? { reason: message.payload.reason } : null;
    case 'status.reported':
      return message.payload;
    case 'tracking_url.reported':
      return message.payload;
  }
};
