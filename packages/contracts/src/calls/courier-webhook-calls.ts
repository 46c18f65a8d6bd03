import { courierWebhookDeliveryListQuerySchema } from '../courier-webhooks.js';
import type { CourierEvent } from '../events.js';
import { type Call, type CallAnswer, mapCalls } from './call.js';
import { deliveryCalls } from './delivery-calls.js';
import { endpointCalls } from './endpoint-calls.js';
import { orderId } from './order-examples.js';
import { isObject, type Json, type JsonObject } from './parameters.js';
import { replayCalls } from './replay-calls.js';
import { sandboxCalls } from './sandbox-calls.js';

/** Webhook deliveries have other names here, where a delivery is an order. */
const renamed: Readonly<Record<string, string>> = {
  Delivery: 'WebhookDelivery',
  DeliveryList: 'WebhookDeliveryList',
  DeliveryState: 'WebhookDeliveryState',
  DeliveryWithAttempts: 'WebhookDeliveryWithAttempts',
};

/** What a server of a courier's system is sent, in examples. */
export const courierEventBody = (event: CourierEvent): JsonObject => ({
  event,
  delivery_id: orderId,
  status: 'ready',
  updated_at: '2026-01-31T18:52:44.006Z',
  ...(event === 'delivery_withdrawn' && { reason: 'taken' }),
});

/** For events of a merchant those of a courier's system, in examples. */
const eventsInstead: Readonly<Record<string, CourierEvent>> = {
  status_changed: 'delivery_offered',
  tracking_url_added: 'delivery_withdrawn',
};

const toExample = (value: Json, name = ''): Json => {
  if (typeof value === 'string')
    return name === 'body' ? JSON.stringify(courierEventBody('delivery_offered')) : (eventsInstead[value] ?? value);
  if (Array.isArray(value)) return value.map((one) => toExample(one));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, toExample(inner, member)]))
    : value;
};

const toAnswer = ({ schema, example, ...answer }: CallAnswer): CallAnswer => ({
  ...answer,
  ...(schema !== undefined && { schema: renamed[schema] ?? schema }),
  ...(example !== undefined && { example: toExample(example) }),
});

/** A call of merchants about their webhooks, as a courier's system has it. */
const toCourierCall = <Id extends string>(call: Call<Id>): Call<Id> => ({
  ...call,
  path: `/courier${call.path}`,
  ...(call.id === 'listWebhookDeliveries' && { query: courierWebhookDeliveryListQuerySchema }),
  ...(call.body && {
    body: {
      ...call.body,
      examples: Object.fromEntries(
        Object.entries(call.body.examples).map(([name, { summary, value }]) => [
          name,
          { summary, value: toExample(value) },
        ]),
      ),
    },
  }),
  answers: Object.fromEntries(Object.entries(call.answers).map(([status, answer]) => [status, toAnswer(answer)])),
});

export const courierWebhookCalls = mapCalls(
  {
    ...endpointCalls,
    ...deliveryCalls,
    ...replayCalls,
    injectFault: { ...sandboxCalls.injectFault, id: 'injectFault' as const },
  },
  toCourierCall,
);
