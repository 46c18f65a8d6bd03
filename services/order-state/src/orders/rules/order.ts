import type {
  Courier,
  CourierEvent,
  MerchantMode,
  OrderContent,
  OrderStatus,
  OrderSummary,
  Reason,
  RefusalCode,
  SandboxSubmission,
  WebhookEvent,
} from '@delivery/contracts';
import type { LaneEnds } from '../../ledger/rules/lane-ends.js';
import type { PlannedDue } from './due.js';
import type { OrderEta } from './eta.js';
import type { Handover } from './handover.js';
import type { ReportTimes } from './report-times.js';

/** An order as `decide` sees it. Times are milliseconds since the epoch. */
export type Order = {
  id: string;
  merchantId: string;
  mode: MerchantMode;
  externalId: string;
  displayId: string;
  status: OrderStatus;
  reason: Reason | null;
  trackingUrl: string | null;
  /** The courier's system that has accepted it. */
  courierSystemId: string | null;
  courier: Courier | null;
  handover: Handover | null;
  /** An event names a courier, also one who is not the order's any more. */
  hasNamedCouriers: boolean;
  eta: OrderEta | null;
  /** When it was told that no courier's system accepts it; `null`: it was not, or one has. */
  noCourierSinceMs: number | null;
  /** Only of an order that this batch creates or changes, or of one that a create says otherwise: `null` there once it was erased. */
  content: OrderContent | null;
  /** What the create of a sandbox order said beside it: only of one that this batch creates. */
  sandbox: SandboxSubmission | null;
  /** JSON text exactly as the merchant sent it. */
  externalData: string;
  /** Of the content as it was created: changes leave it. */
  contentHash: Buffer;
  /** From 1; each change makes it one more. */
  contentVersion: number;
  /** Sequence of the last event, 0 = none yet. */
  lastSequence: number;
  createdAtMs: number;
  updatedAtMs: number;
  reportTimes: ReportTimes;
  laneEnds: LaneEnds;
  /** Only of an order that this batch creates, or whose content it changes: by when it should come to each step. */
  plannedDue: PlannedDue | null;
  /** Of each order that has a `delivery_time`. */
  deliveredByMs: number | null;
};

/** An event that merchants' endpoints are told about. `body` is final: it is signed and sent as it is. */
export type OrderEvent = {
  orderId: string;
  merchantId: string;
  mode: MerchantMode;
  sequence: number;
  event: WebhookEvent;
  body: string;
  createdAtMs: number;
  /** W3C trace context of the message that caused it. */
  traceparent?: string;
};

/** An event that couriers' systems alone are told about: those of the audience. */
export type CourierOrderEvent = Omit<OrderEvent, 'event' | 'mode'> & {
  event: CourierEvent;
  audience: readonly string[];
};

export type Decision = {
  outcome: 'applied' | 'unchanged' | 'refused';
  code: RefusalCode | null;
  detail: string | null;
  /** Where a refused create differs from the order, or what is too late to change: pointers, never values. Absent where nothing is known of it. */
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
