import type { NewOrder } from '../types.js';

/** A pizza that is paid for: valid as it stands, and for the same id the same. */
export const sampleOrder = (externalId: string): NewOrder => ({
  external_id: externalId,
  display_id: externalId.slice(-4),
  customer: { name: 'Ana Souza', phone: '11987654321' },
  address: {
    country: 'BR',
    state: 'SP',
    city: 'São Paulo',
    street: 'Rua Augusta',
    number: '1508',
    coordinates: { latitude: -23.5571, longitude: -46.6602 },
  },
  payment: { prepaid: 4500, pending: 0, methods: [{ value: 4500, method: 'PIX', type: 'ONLINE' }] },
  items: [{ description: 'Pizza Margherita', quantity: 1 }],
});
