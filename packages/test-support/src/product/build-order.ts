import { randomUUID } from 'node:crypto';
import type { ExternalOrder } from '@delivery/contracts';

/** A valid order with an external_id of its own: a pizza paid online. `overrides` replace whole top-level fields. */
export const buildOrder = (overrides: Partial<ExternalOrder> = {}): ExternalOrder => ({
  external_id: randomUUID(),
  display_id: '4711',
  customer: { name: 'Marina Albuquerque', phone: '11987654321' },
  address: {
    country: 'BR',
    state: 'SP',
    city: 'São Paulo',
    neighborhood: 'Vila Madalena',
    street: 'Rua Harmonia',
    number: '1040',
    zip_code: '05435000',
    complement: 'Apto 72',
    coordinates: { latitude: -23.5566, longitude: -46.6911 },
  },
  payment: { prepaid: 5_490, pending: 0, methods: [{ value: 5_490, method: 'CARD', type: 'ONLINE' }] },
  items: [{ description: 'Pizza Margherita', quantity: 1, notes: 'Bem assada' }],
  extras: { origin: 'Balcão', localizer: '48213377', central: '08007654321', order_id: randomUUID() },
  external_data: {},
  ...overrides,
});

/** The order as JSON text with this very text as `external_data`, however it is written. */
export const orderTextWith = (order: ExternalOrder, externalDataText: string): string => {
  const rest = JSON.stringify({ ...order, external_data: undefined });
  return `${rest.slice(0, -1)},"external_data":${externalDataText}}`;
};
