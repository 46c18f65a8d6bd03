import { randomUUID } from 'node:crypto';
import { type DeliveryClient, isProblem } from '@delivery/client';

/** An order that is ready at once, since the kitchen is fast. @returns what to tell the cashier */
export const sell = async (client: DeliveryClient, dish: string): Promise<string> => {
  // In production: stored before the call, so that after a crash the same again is the same order.
  const externalId = randomUUID();
  try {
    const { id } = await client.orders.create({
      external_id: externalId,
      display_id: externalId.slice(0, 4),
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
      items: [{ description: dish, quantity: 1 }],
    });
    await client.orders.markReady(id);
    return id;
  } catch (error) {
    if (isProblem(error)) return `${error.code}: ${error.detail}`;
    throw error;
  }
};
