import { type OrderContent, orderContentSchema } from '@delivery/contracts';

/** A complete, valid order; `changes` replace whole top-level fields. */
export const orderContent = (changes: Partial<OrderContent> = {}): OrderContent =>
  orderContentSchema.parse({
    external_id: 'A-1',
    display_id: '0007',
    customer: { name: 'João D’Ávila 🍕', phone: '08001234567' },
    address: {
      country: 'BR',
      state: 'SP',
      city: 'São Paulo',
      neighborhood: '',
      street: 'Rua Augusta',
      number: 'S/N',
      zip_code: '',
      complement: 'ap 12',
      coordinates: { latitude: -23.55, longitude: -46.63 },
    },
    payment: { prepaid: 0, pending: 4590, methods: [{ value: 4590, method: 'CARD', type: 'OFFLINE' }] },
    items: [{ description: 'Pizza', quantity: 1, sub_items: [{ description: 'Calabresa', quantity: 1 }] }],
    extras: { origin: 'IFOOD', localizer: '1234' },
    ...changes,
  });
