import type { components } from '../openapi.generated.js';

type Schemas = components['schemas'];

/** Of the headers. */
export type WebhookFacts = {
  /** `webhook-id`: the same for every repeat, of a replay too. */
  webhookId: string;
  /** From 1. */
  attempt: number;
  /** Place of the event in its order, or among those about one endpoint, from 1. */
  sequence: number;
  /** The last sequence of the same that was addressed to this endpoint; 0: none. */
  previousSequence: number;
  /** When this attempt was made. */
  sentAt: Date;
  /** The replay that asked for it; `undefined`: none did. */
  replayId: string | undefined;
  /** An example that was asked for, about no order. */
  isTest: boolean;
  /** `external_data` byte for byte; `body.external_data` is the same parsed. */
  externalDataText: string;
};

/** A verified webhook. `event` discriminates the bodies; an event that this version does not know is `unknown`. */
export type WebhookEvent = WebhookFacts &
  (
    | { event: 'status_changed'; body: Schemas['StatusChanged'] }
    | { event: 'delivery_requested'; body: Schemas['DeliveryRequested'] }
    | { event: 'tracking_url_added'; body: Schemas['TrackingUrlAdded'] }
    | { event: 'order_changed'; body: Schemas['OrderChanged'] }
    | { event: 'order_due'; body: Schemas['OrderDueReached'] }
    | { event: 'order_late'; body: Schemas['OrderLate'] }
    | { event: 'courier_assigned'; body: Schemas['CourierAssigned'] }
    | { event: 'courier_unassigned'; body: Schemas['CourierUnassigned'] }
    | { event: 'courier_not_found'; body: Schemas['CourierNotFound'] }
    | { event: 'eta_changed'; body: Schemas['EtaChanged'] }
    | { event: 'endpoint_failing'; body: Schemas['EndpointFailing'] }
    | { event: 'endpoint_recovered'; body: Schemas['EndpointRecovered'] }
    | { event: 'endpoint_disabled'; body: Schemas['EndpointDisabled'] }
    | { event: 'endpoint_not_fetching'; body: Schemas['EndpointNotFetching'] }
    | { event: 'endpoint_fetching'; body: Schemas['EndpointFetching'] }
    | { event: 'delivery_exhausted'; body: Schemas['DeliveryExhausted'] }
    | { event: 'rate_limited'; body: Schemas['RateLimited'] }
    | { event: 'unknown'; body: { id: string; event: string; [field: string]: unknown } }
  );

/** What an endpoint is sent that names no events. */
export const standardEvents: readonly string[] = ['status_changed', 'tracking_url_added', 'delivery_requested'];

/** The events that this version knows. */
export const knownEvents = [
  'status_changed',
  'delivery_requested',
  'tracking_url_added',
  'order_changed',
  'order_due',
  'order_late',
  'courier_assigned',
  'courier_unassigned',
  'courier_not_found',
  'eta_changed',
  'endpoint_failing',
  'endpoint_recovered',
  'endpoint_disabled',
  'endpoint_not_fetching',
  'endpoint_fetching',
  'delivery_exhausted',
  'rate_limited',
] as const satisfies readonly Exclude<WebhookEvent['event'], 'unknown'>[];
