import { createDeliveries, createReplays, type Deliveries, type Replays } from './calls/deliveries.js';
import { createEndpoints, type Endpoints } from './calls/endpoints.js';
import { createEvents, type Events } from './calls/events.js';
import { createOrders, type Orders } from './calls/orders.js';
import { callJson } from './calls/read-answer.js';
import { createSandbox, type Sandbox } from './calls/sandbox.js';
import {
  type ActivityCalls,
  type ContactCalls,
  createActivity,
  createContacts,
  createOAuthClients,
  createSettings,
  createStores,
  type OAuthClients,
  type Settings,
  type Stores,
} from './calls/settings.js';
import { type CallOptions, type ClientOptions, createSend } from './transport.js';
import type { Session, Summary } from './types.js';

export type DeliveryClient = {
  orders: Orders;
  /** The events of all orders, in one sequence. */
  events: Events;
  /** Where couriers fetch orders. */
  stores: Stores;
  /** Mail addresses that are notified when webhooks do not arrive. */
  contacts: ContactCalls;
  /** Changes of the merchant's endpoints, stores, tokens and settings, with their authors. */
  activity: ActivityCalls;
  /** Settings for all people of the merchant. */
  settings: Settings;
  /** Tills that call with access tokens. */
  oauthClients: OAuthClients;
  /** Where webhooks go. */
  endpoints: Endpoints;
  /** The state of each webhook. */
  deliveries: Deliveries;
  /** Ranges of webhooks, sent again. */
  replays: Replays;
  /** For sandbox merchants: to be the courier oneself. */
  sandbox: Sandbox;
  /** Orders and webhooks of the last 24 hours by how they are now, and how each endpoint is doing. */
  summary: (options?: CallOptions) => Promise<Summary>;
  /** The merchant that key and token belong to. @throws InvalidCredentials */
  session: (options?: CallOptions) => Promise<Session>;
};

/**
 * The merchant API. Temporary failures are retried as the guide says; a call that would act twice is not,
 * unless the service says that nothing was done.
 */
export const createClient = (options: ClientOptions): DeliveryClient => {
  const send = createSend(options);
  return {
    orders: createOrders(send),
    events: createEvents(send),
    stores: createStores(send),
    contacts: createContacts(send),
    activity: createActivity(send),
    settings: createSettings(send),
    oauthClients: createOAuthClients(send),
    endpoints: createEndpoints(send),
    deliveries: createDeliveries(send),
    replays: createReplays(send),
    sandbox: createSandbox(send),
    summary: (callOptions) => callJson(send, { method: 'GET', path: '/v1/summary', repeat: 'always' }, callOptions),
    session: (callOptions) => callJson(send, { method: 'GET', path: '/v1/session', repeat: 'always' }, callOptions),
  };
};
