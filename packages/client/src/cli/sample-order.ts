import type { NewOrder } from '../types.js';

/** A valid order of a paid pizza. Equal ids give equal orders. */
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

/** The pizza order in the words of Open Delivery. */
export const sampleDelivery = (orderId: string) => ({
  orderId,
  orderDisplayId: orderId.slice(-4),
  merchant: { id: '11222333000181-7f1f3c52-51a4-4c1f-9a9e-0f2f6b1d2c3e', name: 'Pizzaria' },
  pickupAddress: sampleAddress,
  notifyReadyForPickup: true,
  returnToMerchant: false,
  canCombine: true,
  deliveryAddress: { ...sampleAddress, latitude: -23.5571, longitude: -46.6602 },
  customerName: 'Ana Souza',
  customerPhone: '11987654321',
  vehicle: { type: ['MOTORBIKE_BAG'], container: 'THERMIC' },
  limitTimes: { deliveryLimit: 50 },
  totalOrderPrice: { value: 45, currency: 'BRL' },
  totalWeight: 900,
  items: [{ name: 'Pizza Margherita', quantity: 1 }],
  payments: { method: 'ONLINE' },
});

const sampleAddress = {
  country: 'BR',
  state: 'BR-SP',
  city: 'São Paulo',
  district: 'Consolação',
  street: 'Rua Augusta',
  number: '1508',
  postalCode: '01304-001',
  complement: '',
};
