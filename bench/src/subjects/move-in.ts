import { z } from 'zod';
import { expectSuccess, type Merchant, type Product } from '@delivery/test-support';
import type { Child } from '../load/child.js';
import type { Neighbour } from '../load/neighbour.js';

export const addEndpoint = async (merchant: Merchant, body: object): Promise<string> =>
  z.string().parse(expectSuccess(await merchant.call('/v1/webhook-endpoints', { method: 'POST', body }))['id']);

export const basicOf = ({ key, token }: Merchant): string =>
  `Basic ${Buffer.from(`${key}:${token}`).toString('base64')}`;

/** A merchant whose webhooks go to the process of the neighbour, and who polls a second endpoint. */
export const moveIn = async (product: Product, neighbour: Child): Promise<Neighbour> => {
  const merchant = await product.createMerchant({ webhookUrl: `http://127.0.0.1:${neighbour.port}/hooks` });
  return { authorization: basicOf(merchant), pullEndpointId: await addEndpoint(merchant, { type: 'pull' }) };
};
