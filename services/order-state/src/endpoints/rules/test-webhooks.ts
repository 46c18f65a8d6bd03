import {
  type CourierEventBody,
  type DeliveryReleased,
  type EndpointEvent,
  isCourierSystem,
  isPlatform,
  type MerchantMode,
  type OperationalBody,
  type OrderDue,
  schemaVersion,
  type SealedHeader,
  type WebhookBody,
} from '@delivery/contracts';
import { liveSecrets, type SealedClient, type SealedSecret } from './secrets.js';

export type EndpointTarget = {
  ownerId: string;
  endpointId: string;
  mode: MerchantMode;
  url: string;
  revision: number;
  events: EndpointEvent[] | null;
  secrets: SealedSecret[];
  header: SealedHeader | null;
  openDelivery: SealedClient | null;
};

/** No order has it: ids are hashes. A receiver may ignore events of an order that it does not know. */
const testOrderId = '0'.repeat(24);
/** Nor has an endpoint or a delivery this one. */
const testSubject = { id: '00000000-0000-0000-0000-000000000000', name: 'test', origin: 'https://example.com' };
/** Nor a merchant. */
const testMerchant = { id: '0'.repeat(32), reference: null };

/** An example of an event that the endpoint asks for, about an order that does not exist. Pure. */
export const buildTestWebhook = (
  target: EndpointTarget,
  made: {
    deliveryId: string;
    webhookId: string;
    nowMs: number;
    traceparent: string | undefined;
    event: EndpointEvent | undefined;
  },
): DeliveryReleased => {
  const asked = target.events?.[0] ?? (isCourierSystem(target.ownerId) ? 'delivery_offered' : 'tracking_url_added');
  const event = made.event ?? asked;
  return {
    schema_version: schemaVersion,
    type: 'delivery.released',
    test: true,
    delivery_id: made.deliveryId,
    order_id: testOrderId,
    endpoint_id: target.endpointId,
    owner_id: target.ownerId,
    generation: 1,
    attempt: 1,
    revision: target.revision,
    url: target.url,
    sealed_secrets: liveSecrets(target.secrets, made.nowMs),
    ...(target.header === null ? {} : { header: target.header }),
    ...(target.openDelivery && {
      open_delivery: { sealed_secret: target.openDelivery.sealed, customer_name: 'test', courier: null },
    }),
    webhook_id: made.webhookId,
    event,
    sequence: 1,
    previous_sequence: 0,
    replay_id: null,
    body: JSON.stringify(exampleOf(event, new Date(made.nowMs).toISOString())),
    traceparent: made.traceparent ?? null,
    ...(isPlatform(target.ownerId) && { merchant: testMerchant }),
    ...(target.mode === 'sandbox' ? { mode: target.mode } : {}),
  };
};

const exampleDue: OrderDue = {
  ready_by: '2026-01-31T19:05:00.000Z',
  picked_up_by: '2026-01-31T19:10:00.000Z',
  delivered_by: '2026-01-31T19:30:00.000Z',
};

const exampleOf = (event: EndpointEvent, updatedAt: string): WebhookBody | CourierEventBody | OperationalBody => {
  const order = { id: testOrderId, external_id: 'test', display_id: 'test' };
  const rest = { updated_at: updatedAt, external_data: { test: true } };
  const ofEndpoint = { id: testOrderId, updated_at: updatedAt, endpoint: testSubject, since: updatedAt };
  switch (event) {
    case 'status_changed':
      return { ...order, status: 'ready', ...rest, event, previous_status: 'created' };
    case 'delivery_requested':
      return { ...order, status: 'ready', ...rest, event };
    case 'tracking_url_added':
      return {
        ...order,
        status: 'on_route_to_delivery',
        ...rest,
        event,
        tracking_url: 'https://example.com/tracking/test',
      };
    case 'order_changed':
      return { ...order, status: 'created', ...rest, event, changed: ['/items'] };
    case 'order_due':
      return { ...order, status: 'created', ...rest, event, due: exampleDue };
    case 'order_late':
      return { ...order, status: 'created', ...rest, event, missed: 'ready_by', due: exampleDue };
    case 'courier_assigned':
      return { ...order, status: 'ready', ...rest, event, courier: { name: 'Rui', vehicle: 'bicycle' } };
    case 'courier_unassigned':
    case 'courier_not_found':
      return { ...order, status: 'ready', ...rest, event };
    case 'eta_changed':
      return { ...order, status: 'at_pickup', ...rest, event, eta: { delivery_at: exampleDue.delivered_by } };
    case 'proof_added':
      return { ...order, status: 'delivered', ...rest, event, kind: 'picture' };
    case 'customer_erased':
      return { ...order, status: 'delivered', ...rest, external_data: {}, event };
    case 'delivery_problem':
      return { ...order, status: 'at_delivery', ...rest, event, problem_id: 1, kind: 'customer_absent' };
    case 'endpoint_failing':
      return { ...ofEndpoint, event, error_code: 'timeout' };
    case 'endpoint_disabled':
      return { ...ofEndpoint, event, disabled_reason: 'failing' };
    case 'endpoint_recovered':
    case 'endpoint_not_fetching':
    case 'endpoint_fetching':
      return { ...ofEndpoint, event };
    case 'delivery_exhausted':
      return { ...ofEndpoint, event, count: 1, delivery_ids: [testSubject.id], error_code: 'timeout' };
    case 'rate_limited': {
      const refused = { limit: 'create', count: 1, first_at: updatedAt, last_at: updatedAt };
      return { id: testOrderId, updated_at: updatedAt, since: updatedAt, event, limits: [refused] };
    }
    case 'delivery_offered':
    case 'delivery_changed':
      return { event, delivery_id: testOrderId, status: 'ready', updated_at: updatedAt };
    case 'delivery_erased':
      return { event, delivery_id: testOrderId, status: 'delivered', updated_at: updatedAt };
    case 'delivery_withdrawn':
      return { event, delivery_id: testOrderId, status: 'ready', updated_at: updatedAt, reason: 'taken' };
    case 'problem_answered':
      return {
        event,
        delivery_id: testOrderId,
        status: 'at_delivery',
        updated_at: updatedAt,
        problem_id: 1,
        action: 'retry',
      };
  }
};

/** An owner's recent tests. Times are milliseconds since the epoch; null: none. */
export type TestPace = {
  /** The endpoint's test under way has ended by then. */
  underWayUntilMs: number | null;
  /** Each test uses up an interval of the owner's time: until then it is used up. */
  usedUntilMs: number | null;
};

/** Longer than the longest attempt and its report. A test whose result is lost blocks the next one for no longer. */
export const underWayMaxMs = 15_000;
/** By when most receivers have answered, so that the next test can begin. */
const resultUsuallyMs = 2_000;
export const testsPerMinute = 10;
const intervalMs = 60_000 / testsPerMinute;

/**
 * @returns `undefined` if the endpoint can be tested now: one test of it at a time, and ten a minute of all endpoints
 */
export const testWait = (
  { underWayUntilMs, usedUntilMs }: TestPace,
  nowMs: number,
): { reason: 'under_way' | 'too_many'; waitMs: number } | undefined => {
  const untilUnusedMs = (usedUntilMs ?? nowMs) + intervalMs - (nowMs + 60_000);
  if (untilUnusedMs > 0) return { reason: 'too_many', waitMs: untilUnusedMs };
  const underWayMs = (underWayUntilMs ?? nowMs) - nowMs;
  return underWayMs > 0 ? { reason: 'under_way', waitMs: Math.min(underWayMs, resultUsuallyMs) } : undefined;
};

export const paceWithTest = ({ usedUntilMs }: TestPace, nowMs: number): TestPace => ({
  underWayUntilMs: nowMs + underWayMaxMs,
  usedUntilMs: Math.max(usedUntilMs ?? nowMs, nowMs) + intervalMs,
});
