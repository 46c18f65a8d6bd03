/**
 * An integrator's program against the types that openapi-typescript makes of the document, next to it as `openapi.ts`.
 * Each `@ts-expect-error` is a mistake that the types must find.
 */
export const typedJourney = `
import type { components, paths } from './openapi.js';

type Schemas = components['schemas'];
type Created = paths['/v1/external-orders']['post']['responses'][201]['content']['application/json'];
type Page = paths['/v1/external-orders/{id}/events']['get']['responses'][200]['content']['application/json'];

const address: Schemas['Address'] = {
  country: 'BR',
  state: 'SP',
  city: 'São Paulo',
  street: 'Rua Augusta',
  number: '1508',
  coordinates: { latitude: -23.5571, longitude: -46.6602 },
};
const customer: Schemas['Customer'] = { name: 'Ana Souza', phone: '11987654321' };
const method: Schemas['PaymentMethod'] = { value: 5000, method: 'CASH', type: 'OFFLINE', cash: { change_for: 10000 } };
const payment: Schemas['Payment'] = { prepaid: 0, pending: 5000, methods: [method] };
const item: Schemas['Item'] = { description: 'Pizza grande', quantity: 1 };
const order: Schemas['ExternalOrder'] = {
  external_id: 'A-1001',
  display_id: '0007',
  customer,
  address,
  payment,
  items: [item],
  external_data: { till: 3 },
};
// @ts-expect-error without an address
export const withoutAddress: Schemas['ExternalOrder'] = { external_id: 'A', display_id: '1', customer, payment };
// @ts-expect-error there is no such method
export const barter: Schemas['PaymentMethod'] = { value: 1, method: 'BARTER', type: 'OFFLINE' };

/** All problems are of one type. */
export const hasToFix = (problem: Schemas['Problem']): string[] => (problem.errors ?? []).map(({ pointer }) => pointer);
export type Refused = paths['/v1/external-orders']['post']['responses'][422]['content']['application/problem+json'];
export const one: Refused extends Schemas['Problem'] ? (Schemas['Problem'] extends Refused ? true : false) : false = true;

export const describeEvent = (entry: Schemas['OrderEvent']): string => {
  if ('refused' in entry) return entry.refused;
  switch (entry.event) {
    case 'status_changed':
      return entry.body.previous_status + ' to ' + entry.body.status;
    case 'tracking_url_added':
      return entry.body.tracking_url;
    case 'order_changed':
    case 'order_due':
    case 'order_late':
    case 'courier_assigned':
    case 'courier_unassigned':
    case 'courier_not_found':
    case 'eta_changed':
    case 'proof_added':
    case 'customer_erased':
    case 'delivery_problem':
      return 'changed' in entry.body ? entry.body.changed.join(', ') : entry.body.event;
    case 'delivery_requested':
      // @ts-expect-error only a change of status has one
      return entry.body.previous_status ?? entry.body.status;
  }
};

export const drive = async (base: string, authorization: string): Promise<string[]> => {
  const orders: keyof paths = '/v1/external-orders';
  const headers = { authorization, 'content-type': 'application/json' };
  const created = await fetch(base + orders, { method: 'POST', headers, body: JSON.stringify(order) });
  if (!created.ok) return hasToFix(await created.json());
  const { id }: Created = await created.json();
  await fetch(base + orders + '/' + id + '/ready', { method: 'POST', headers });
  const page: Page = await (await fetch(base + orders + '/' + id + '/events', { headers })).json();
  return page.data.map(describeEvent);
};
`;
