/** An order for the sandbox. A new `externalId` makes it a new order each time. */
export const sampleOrder = ({ externalId, displayId }: { externalId: string; displayId: string }) => ({
  external_id: externalId,
  display_id: displayId,
  customer: { name: 'Ana Souza', phone: '5511987654321' },
  address: {
    country: 'BR',
    state: 'SP',
    city: 'São Paulo',
    neighborhood: 'Bela Vista',
    street: 'Avenida Paulista',
    number: '1578',
    zip_code: '01310200',
    complement: 'Apto 42',
    coordinates: { latitude: -23.561414, longitude: -46.655881 },
  },
  payment: { prepaid: 4_590, pending: 0, methods: [{ value: 4_590, method: 'PIX', type: 'ONLINE' }] },
  items: [
    { description: 'Feijoada', quantity: 1, sub_items: [{ description: 'Farofa', quantity: 1 }] },
    { description: 'Suco de laranja', quantity: 2 },
  ],
});
