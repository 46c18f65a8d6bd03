import type * as api from '@delivery/contracts';
import { request } from '../../api/request.js';
import type { NewRange } from '../../webhooks/replay-range.js';
import type { Shown } from '../../webhooks/use-preview.js';

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

const endpoint = (id: string, what = ''): string => `/webhook-endpoints/${encodeURIComponent(id)}${what}`;
const order = (id: string, what: string): string => `/external-orders/${encodeURIComponent(id)}/${what}`;

/** The paths of the previews of actions. */
export const previewPaths = {
  enable: (id: string) => endpoint(id, '/enable/preview'),
  catchUp: (id: string) => endpoint(id, '/catch-up/preview'),
  range: '/webhook-replays/preview',
  deliveries: '/webhook-deliveries/replay/preview',
};

/** Everything that the portal changes; `Shown` has it done as it was shown. Each throws CallError. */
export const changes = {
  switchMerchant: (merchantId: string) =>
    request<api.MerchantSession>({ method: 'POST', path: '/session/switch', body: { merchant_id: merchantId } }),
  setTimeZone: (timeZone: string | null) =>
    request<api.MerchantSettings>({ method: 'PATCH', path: '/settings', body: { time_zone: timeZone } }),
  addEndpoint: (body: NewEndpoint) =>
    request<api.EndpointWithSecret>({ method: 'POST', path: '/webhook-endpoints', body }),
  changeEndpoint: (id: string, body: api.EndpointChanges) =>
    request<api.EndpointView>({ method: 'PATCH', path: endpoint(id), body }),
  deleteEndpoint: (id: string) => request({ method: 'DELETE', path: endpoint(id) }),
  enableEndpoint: (id: string, headers: Shown) =>
    request<api.EndpointView>({ method: 'POST', path: endpoint(id, '/enable'), headers }),
  catchUp: (id: string, headers: Shown) =>
    request<api.EndpointView>({ method: 'POST', path: endpoint(id, '/catch-up'), headers }),
  disableEndpoint: (id: string) => request<api.EndpointView>({ method: 'POST', path: endpoint(id, '/disable') }),
  testEndpoint: (id: string) => request<api.EndpointTestStarted>({ method: 'POST', path: endpoint(id, '/test') }),
  rotateSecret: (id: string) =>
    request<api.EndpointWithSecret>({ method: 'POST', path: endpoint(id, '/rotate-secret') }),
  injectFault: (id: string, kind: api.FaultKind) =>
    request<api.EndpointView>({ method: 'POST', path: `/sandbox${endpoint(id, '/inject-fault')}`, body: { kind } }),
  sendNow: (id: string) =>
    request<api.DeliveryView>({ method: 'POST', path: `/webhook-deliveries/${encodeURIComponent(id)}/send-now` }),
  replayDelivery: (id: string) =>
    request<api.ReplayView>({ method: 'POST', path: `/webhook-deliveries/${encodeURIComponent(id)}/replay` }),
  replayDeliveries: (body: { delivery_ids: readonly string[] }, headers: Shown) =>
    request<api.ReplayView>({ method: 'POST', path: '/webhook-deliveries/replay', body, headers }),
  startReplay: (body: NewRange, headers: Shown) =>
    request<api.ReplayView>({ method: 'POST', path: '/webhook-replays', body, headers }),
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
