import {
  deriveOrderId,
  listSchema,
  orderEventEntrySchema,
  orderViewSchema,
  type WebhookBody,
} from '@delivery/contracts';
import { answerJson } from '@delivery/http-edge';
import { toDetails, toExternalId } from '@delivery/open-delivery';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { askOrderState } from '../order-state/pass-through.js';
import type { Call, CallOf } from './call.js';
import { passedHeaders } from './pass-call.js';

const eventListSchema = listSchema(orderEventEntrySchema);
/** Pages of a hundred events each; few orders have so many. */
const pageMax = 10;

/** The order as `GET /v1/external-orders/{id}` has it, and its events. */
export const readDetails: CallOf<MerchantCalls> = (orderState) => async (call) => {
  const { merchant_id: merchantId } = call.merchant;
  const { orderId = '' } = call.params;
  const order = `/orders/${deriveOrderId(merchantId, toExternalId(orderId))}`;
  const view = orderViewSchema.parse(await read(orderState, call, order));
  const details = toDetails(merchantId, view, await readBodies(orderState, call, order));
  return answerJson(200, { ...details, orderId });
};

const readBodies = async (orderState: MerchantCalls, call: Call, order: string): Promise<WebhookBody[]> => {
  const bodies: WebhookBody[] = [];
  let after: string | null = '0';
  for (let page = 0; page < pageMax && after !== null; page += 1) {
    const path: string = `${order}/events?limit=100&after=${encodeURIComponent(after)}`;
    const { data, next_cursor } = eventListSchema.parse(await read(orderState, call, path));
    bodies.push(...data.flatMap((entry) => ('body' in entry ? [entry.body] : [])));
    after = next_cursor;
  }
  return bodies;
};

const read = async (orderState: MerchantCalls, call: Call, rest: string): Promise<unknown> => {
  const { callerId } = call;
  const headers = passedHeaders(call);
  const { body } = await askOrderState(orderState, { callerId, below: 'merchants', method: 'GET', rest, headers });
  return JSON.parse(body.toString('utf8'));
};
