import type { ExternalOrder } from '@delivery/contracts';
import { buildOrder } from './build-order.js';

const base = buildOrder();

/** A cash payment: the amount due at the door, and the amount that the customer pays with. */
const cash = (value: number, changeFor?: number) => ({
  value,
  method: 'CASH' as const,
  type: 'OFFLINE' as const,
  ...(changeFor === undefined ? {} : { cash: { change_for: changeFor } }),
});

/** Far enough ahead that no order is due while a test runs. */
const inTwoDays = (): string => {
  const date = new Date(Date.now() + 48 * 3_600_000);
  return `${date.toISOString().slice(0, 10)}T00:30:00Z`;
};

/** Orders as platforms really send them, by their peculiarity. All are valid; every call makes new ones. */
export const createSampleOrders = (): Record<string, ExternalOrder> => ({ ...paymentSamples(), ...contentSamples() });

const paymentSamples = (): Record<string, ExternalOrder> => ({
  'cash with change': buildOrder({ payment: { prepaid: 0, pending: 6_250, methods: [cash(6_250, 10_000)] } }),
  'cash without change': buildOrder({ payment: { prepaid: 0, pending: 6_250, methods: [cash(6_250)] } }),
  'cash, exact': buildOrder({ payment: { prepaid: 0, pending: 6_250, methods: [cash(6_250, 6_250)] } }),
  PIX: buildOrder({
    payment: { prepaid: 3_990, pending: 0, methods: [{ value: 3_990, method: 'PIX', type: 'ONLINE' }] },
  }),
  'card and cash': buildOrder({
    payment: {
      prepaid: 3_000,
      pending: 2_490,
      methods: [{ value: 3_000, method: 'CARD', type: 'ONLINE' }, cash(2_490, 5_000)],
    },
  }),
  'meal voucher at the door': buildOrder({
    payment: { prepaid: 0, pending: 4_200, methods: [{ value: 4_200, method: 'MEAL_VOUCHER', type: 'OFFLINE' }] },
  }),
  'free of charge': buildOrder({ payment: { prepaid: 0, pending: 0, methods: [] } }),
});

const contentSamples = (): Record<string, ExternalOrder> => ({
  'masked phone': buildOrder({
    customer: { name: 'Joana', phone: '08007230019' },
    extras: { origin: 'iFome', localizer: '03517764', central: '08007230019' },
  }),
  'no number and no zip code': buildOrder({
    address: { ...base.address, number: 'S/N', zip_code: '', neighborhood: '', complement: '' },
  }),
  'accents, emoji and apostrophes': buildOrder({
    customer: { name: "Zoë D'Ávila-Müller 🍕", phone: '21999990000' },
    address: { ...base.address, city: "Pau d'Arco", street: "Travessa Sant'Ana 東京" },
    items: [
      {
        description: 'Açaí 500 ml 🫐 "família"',
        quantity: 2,
        notes: `Sem gelo; ${'por favor '.repeat(20)}`.slice(0, 200),
      },
    ],
  }),
  'sub-items': buildOrder({
    items: [
      {
        description: 'Pizza grande, 3 sabores',
        quantity: 1,
        notes: 'Cortar em 12',
        sub_items: [
          { description: '1/3 Calabresa', quantity: 1 },
          { description: '1/3 Portuguesa', quantity: 1 },
          { description: '1/3 Quatro queijos', quantity: 1 },
        ],
      },
      { description: 'Guaraná 2 l', quantity: 2 },
    ],
  }),
  'another UTC day': buildOrder({ delivery_time: inTwoDays() }),
  'display_id with zeros': buildOrder({ display_id: '0007' }),
  'external_id with a path in it': buildOrder({ external_id: `loja/17#pedido-${buildOrder().external_id}?x=1&y=%2F` }),
  '60 items': buildOrder({
    items: Array.from({ length: 60 }, (_, index) => ({
      description: `Salgado nº ${index + 1}`,
      quantity: (index % 9) + 1,
    })),
  }),
  'only what is required': {
    external_id: buildOrder().external_id,
    display_id: '1',
    customer: { name: 'Li', phone: '00000000' },
    address: {
      country: 'PT',
      state: '11',
      city: 'Lisboa',
      street: 'Largo do Rato',
      number: '1',
      coordinates: { latitude: 38.72, longitude: -9.155 },
    },
    payment: { prepaid: 0, pending: 0, methods: [] },
  },
});
