import type * as api from '@delivery/contracts';
import { request } from '../../api/request.js';
import { endpointPath } from '../../webhooks/calls.js';

export type NewEndpoint = {
  type: api.EndpointType;
  format?: api.EndpointFormat;
  oauth_client_id?: string;
  url?: string;
  events?: api.WebhookEvent[];
  header?: { name: string; value: string };
  max_per_second?: number;
  enabled: boolean;
};

const order = (id: string, what: string): string => `/external-orders/${encodeURIComponent(id)}/${what}`;

/** What the portal alone changes. Each throws CallError. */
export const changes = {
  switchMerchant: (merchantId: string) =>
    request<api.MerchantSession>({ method: 'POST', path: '/session/switch', body: { merchant_id: merchantId } }),
  setTimeZone: (timeZone: string | null) =>
    request<api.MerchantSettings>({ method: 'PATCH', path: '/settings', body: { time_zone: timeZone } }),
  addEndpoint: (body: NewEndpoint) =>
    request<api.EndpointWithSecret>({ method: 'POST', path: '/webhook-endpoints', body }),
  changeEndpoint: (id: string, body: api.EndpointChanges) =>
    request<api.EndpointView>({ method: 'PATCH', path: endpointPath(id), body }),
  deleteEndpoint: (id: string) => request({ method: 'DELETE', path: endpointPath(id) }),
  rotateSecret: (id: string) =>
    request<api.EndpointWithSecret>({ method: 'POST', path: endpointPath(id, '/rotate-secret') }),
  injectFault: (id: string, kind: api.FaultKind) =>
    request<api.EndpointView>({ method: 'POST', path: `/sandbox${endpointPath(id, '/inject-fault')}`, body: { kind } }),
  replayDelivery: (id: string) =>
    request<api.ReplayView>({ method: 'POST', path: `/webhook-deliveries/${encodeURIComponent(id)}/replay` }),
  placeOrder: (body: object, headers: Readonly<Record<string, string>>) =>
    request<{ id: string }>({ method: 'POST', path: '/external-orders', body, headers }),
  markReady: (id: string) => request({ method: 'POST', path: order(id, 'ready') }),
  advance: (id: string, to: api.OrderStatus) =>
    request<api.SandboxOrder>({
      method: 'POST',
      path: `/sandbox/orders/${encodeURIComponent(id)}/advance`,
      body: { to },
    }),
};
