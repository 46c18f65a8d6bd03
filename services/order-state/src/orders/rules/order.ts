import { createHmac, randomInt } from 'node:crypto';
import { z } from 'zod';
import {
  answerProblemSchema,
  type ChangeableField,
  changeableFieldNames,
  changeableFields,
  claimIdSchema,
  type Courier,
  type CourierEvent,
  type HandoverRequest,
  handoverStateSchema,
  instantSchema,
  type MerchantMode,
  nextStatuses,
  type OrderChanges,
  type OrderContent,
  type OrderMessage,
  type OrderStatus,
  type OrderSummary,
  problemTextSchema,
  type Proof,
  type Reason,
  type RefusalCode,
  reportedProblemSchema,
  type SandboxSubmission,
  type WebhookBody,
  type WebhookEvent,
} from '@delivery/contracts';
import { createSealer, type Sealer } from '@delivery/service-kit';
import type { LaneEnds } from '../../ledger/rules/deliveries.js';
import { type ContentHasher, listContentDifferences } from './content.js';
import type { PhoneHashes } from './phones.js';
import type { OrderEta, PlannedDue, ReportTimes } from './times.js';

/** An order as `decide` sees it. Times are milliseconds since the epoch. */
export type Order = {
  id: string;
  merchantId: string;
  mode: MerchantMode;
  externalId: string;
  displayId: string;
  /** `null`: it names no store, and its merchant's default store counts. */
  storeRef: string | null;
  status: OrderStatus;
  reason: Reason | null;
  trackingUrl: string | null;
  /** When it first became `ready`. */
  readyAtMs: number | null;
  /** When the courier's system that has it accepted it, and when the courier came to the store. */
  acceptedAtMs: number | null;
  arrivedAtMs: number | null;
  /** When it first became `on_route_to_delivery`. */
  pickedUpAtMs: number | null;
  /** The courier's system that has accepted it. */
  courierSystemId: string | null;
  /** The claim under which the system holds it. */
  claimId: string | null;
  /** Couriers' systems that have declined it since it was last offered. */
  declinedBy: readonly string[];
  courier: Courier | null;
  handover: Handover | null;
  /** That the order was handed over, by the courier's system. */
  proof: Proof | null;
  /** The oldest first. */
  problems: readonly KeptProblem[];
  /** An event names a courier, also one who is not the order's any more. */
  hasNamedCouriers: boolean;
  eta: OrderEta | null;
  /** When `courier_not_found` was emitted; `null`: it was not, or a system has accepted. */
  noCourierSinceMs: number | null;
  /**
   * Set only when this batch creates or changes the order, or a create repeats it with other content; `null` after an
   * erasure.
   */
  content: OrderContent | null;
  /** Sandbox settings of the create: set only when this batch creates the order. */
  sandbox: SandboxSubmission | null;
  /** JSON text exactly as the merchant sent it. */
  externalData: string;
  /** Hash of the created content: changes do not alter it. */
  contentHash: Buffer;
  /** From 1; each change makes it one more. */
  contentVersion: number;
  /** Sequence of the last event, 0 = none yet. */
  lastSequence: number;
  /** How many of its events came without another status. */
  repeatedEvents: number;
  createdAtMs: number;
  updatedAtMs: number;
  /**
   * When customers' data was erased. `null` again once an event adds something personal, which is to be erased in its
   * turn.
   */
  erasedAtMs: number | null;
  reportTimes: ReportTimes;
  laneEnds: LaneEnds;
  /** Only of an order that this batch creates, or whose content it changes: by when it should come to each step. */
  plannedDue: PlannedDue | null;
  /** Set for the same orders. */
  phoneHashes: PhoneHashes | null;
  /** Set for each order that has a `delivery_time`. */
  deliveredByMs: number | null;
};

/** An event for merchants' endpoints. `body` is final: it is signed and sent unchanged. */
export type OrderEvent = {
  orderId: string;
  merchantId: string;
  mode: MerchantMode;
  sequence: number;
  event: WebhookEvent;
  body: string;
  /** Endpoints filter by these: the status after the event, and the order's store. */
  status: OrderStatus;
  storeRef: string | null;
  createdAtMs: number;
  /** The settings of its merchant, as an owner of endpoints; absent: it has no calls of its own. */
  platform?: string | undefined;
  /** W3C trace context of the message that caused it. */
  traceparent?: string;
};

/** An event only for the courier's systems of the audience. */
export type CourierOrderEvent = Omit<OrderEvent, 'event' | 'mode' | 'status' | 'storeRef'> & {
  event: CourierEvent;
  audience: readonly string[];
};

export type Decision = {
  outcome: 'applied' | 'unchanged' | 'refused';
  code: RefusalCode | null;
  detail: string | null;
  /**
   * Where a refused create differs from the order, or what is too late to change: pointers, never values. Absent where
   * nothing is known of it.
   */
  differing?: readonly string[];
  order: Order;
  events: readonly OrderEvent[];
  /** Behind the others. */
  courierEvents?: readonly CourierOrderEvent[];
};

export const summarize = (order: Order): OrderSummary => ({
  id: order.id,
  external_id: order.externalId,
  display_id: order.displayId,
  status: order.status,
  updated_at: new Date(order.updatedAtMs).toISOString(),
});

export const canTransition = (from: OrderStatus, to: OrderStatus): boolean => nextStatuses[from].includes(to);

export const isFinal = (status: OrderStatus): boolean => nextStatuses[status].length === 0;

/** Whether an order of this status has been `ready`, so that the merchant's "ready" changes nothing any more. */
export const hasBeenReady: Readonly<Record<OrderStatus, boolean>> = {
  created: false,
  ready: true,
  on_route_to_pickup: true,
  at_pickup: true,
  on_route_to_delivery: true,
  at_delivery: true,
  delivery_failed: true,
  delivered: true,
  returned: true,
  // Whether it was or not: a canceled order refuses to become ready.
  canceled: false,
};

/** `sealed`: the code, for its order alone. */
export const handoverSchema = z.object({
  sealed: z.string(),
  generated: z.boolean(),
  state: handoverStateSchema,
  /** Wrong codes. */
  tries: z.int(),
});
export type Handover = z.infer<typeof handoverSchema>;

/** `claim_id`: under which its courier's system has the order. */
export const keptProblemsSchema = z.array(
  reportedProblemSchema.extend({
    at: instantSchema,
    claim_id: claimIdSchema,
    answer: answerProblemSchema.extend({ text: problemTextSchema.optional(), at: instantSchema }).optional(),
  }),
);
export type KeptProblem = z.infer<typeof keptProblemsSchema>[number];

export type HandoverCodes = {
  create: (orderId: string, request: HandoverRequest) => Handover;
  open: (orderId: string, sealed: string) => string;
};

/**
 * @param keyOf the key of the content hashes: what is sealed under one made of it outlives every change of SECRETS_KEY
 */
export const createHandoverCodes = (keyOf: () => Buffer): HandoverCodes => {
  let known: Sealer | undefined;
  const sealer = (): Sealer => (known ??= createSealer(createHmac('sha256', keyOf()).update('handover\0').digest()));
  return {
    create: (orderId, { code }) => {
      const generated = code === 'generate';
      const sealed = sealer().seal(generated ? newCode() : code, placeOf(orderId));
      return { sealed, generated, state: 'open', tries: 0 };
    },
    open: (orderId, sealed) => sealer().open(sealed, placeOf(orderId)),
  };
};

const placeOf = (orderId: string): string => `handover of order ${orderId}`;
const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Whether a create that comes again asks for the code that the order has. */
export const asksForHandover = (
  { id, handover }: { id: string; handover: Handover | null },
  request: HandoverRequest | undefined,
  codes: HandoverCodes,
): boolean => {
  if (!handover || !request) return !handover && !request;
  if (handover.generated) return request.code === 'generate';
  return request.code === codes.open(id, handover.sealed);
};

/** Whether a courier may not say `delivered` without a reason. */
export const needsHandover = ({ handover }: { handover: Handover | null }): boolean =>
  handover !== null && handover.state !== 'confirmed';

/** The remains of an order that retention purged. */
export type PurgedOrder = {
  id: string;
  /** `yyyy-mm-dd`, of UTC. */
  purgedOn: string;
  /** The first bytes of the hash of the order's content. */
  contentHash: Buffer;
};

type PurgedDecision = { outcome: 'unchanged' | 'refused'; code: RefusalCode | null; detail: string | null };

/**
 * The decision about a message whose order is purged: nothing changes, and a create that says the same is the same
 * order. Pure.
 */
export const decidePurged = (purged: PurgedOrder, message: OrderMessage, hashOf: ContentHasher): PurgedDecision => {
  if (message.type !== 'order.submitted')
    return { outcome: 'refused', code: 'order_purged', detail: describePurged(purged) };
  if (isBegunBy(hashOf(message), purged.contentHash)) return { outcome: 'unchanged', code: null, detail: null };
  const detail = `This external_id belonged to an order with different content, which was purged on ${purged.purgedOn}.`;
  return { outcome: 'refused', code: 'external_id_conflict', detail };
};

export const describePurged = ({ purgedOn }: Pick<PurgedOrder, 'purgedOn'>): string =>
  `The order was purged on ${purgedOn}, because it had been inactive for longer than orders are kept.`;

const isBegunBy = (hash: Buffer, beginning: Buffer): boolean => hash.subarray(0, beginning.length).equals(beginning);

/** The content with the changes in it. Both are valid, and so is the result: each change is whole. */
export const applyChanges = (content: OrderContent, changes: OrderChanges): OrderContent => {
  const { customer, address, payment, items, delivery_time: deliveryTime, delivery_notes: notes } = changes;
  return {
    ...content,
    customer: { ...content.customer, phone: customer?.phone ?? content.customer.phone },
    address: {
      ...content.address,
      number: address?.number ?? content.address.number,
      complement: changed(content.address.complement, address?.complement),
      coordinates: address?.coordinates ?? content.address.coordinates,
    },
    payment: payment ?? content.payment,
    items: changed(content.items, items),
    delivery_time: changed(content.delivery_time, deliveryTime),
    delivery_notes: changed(content.delivery_notes, notes),
  };
};

/** `null` takes the field away. */
const changed = <Value>(before: Value, change: Value | null | undefined): Value | undefined =>
  change === undefined ? before : (change ?? undefined);

/** The fields that say something else than before. */
export const listChanged = (before: OrderContent, after: OrderContent): ChangeableField[] => {
  const differences = listContentDifferences(before, after);
  return changeableFieldNames.filter((field) => differences.some((pointer) => isWithin(pointer, field)));
};

const isWithin = (pointer: string, field: string): boolean => pointer === field || pointer.startsWith(`${field}/`);

/** Those that may no longer change in this status. */
export const listTooLate = (fields: readonly ChangeableField[], status: OrderStatus): ChangeableField[] =>
  fields.filter((field) => !changeableFields[field].includes(status));

type Common = 'id' | 'external_id' | 'display_id' | 'status' | 'updated_at' | 'external_data';
/** Fields of an event besides the common ones. */
export type EventFields = WebhookBody extends infer B ? (B extends WebhookBody ? Omit<B, Common> : never) : never;

/**
 * The exact text of a webhook's body: spec 6.1's field order, `external_data` spliced in as the text that was sent
 * (parsing and printing it again would reorder keys and change numbers).
 */
export const renderWebhookBody = (order: Order, fields: EventFields): string => {
  const head = JSON.stringify({
    id: order.id,
    external_id: order.externalId,
    display_id: order.displayId,
    status: order.status,
    updated_at: new Date(order.updatedAtMs).toISOString(),
  });
  const tail = JSON.stringify(fields);
  return `${head.slice(0, -1)},"external_data":${order.externalData},${tail.slice(1)}`;
};

export const statusChanged = (order: Order, previousStatus: OrderStatus): EventFields => {
  const explained = order.status === 'canceled' || order.status === 'delivery_failed';
  return {
    event: 'status_changed',
    previous_status: previousStatus,
    ...(explained && order.reason ? { reason: order.reason } : {}),
    ...(order.trackingUrl === null ? {} : { tracking_url: order.trackingUrl }),
  };
};
