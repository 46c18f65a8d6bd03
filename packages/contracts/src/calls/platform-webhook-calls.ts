import { type Call, mapCalls } from './call.js';
import { deliveryCalls } from './delivery-calls.js';
import { endpointCalls } from './endpoint-calls.js';
import { feedCalls } from './feed-calls.js';
import { isObject, type Json, merchantId } from './parameters.js';
import { replayCalls } from './replay-calls.js';
import { sandboxCalls } from './sandbox-calls.js';

/** A delivery, and an event of the feed, say whose order it is. */
const toExample = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(toExample);
  if (!isObject(value)) return value;
  const named = {
    ...('attempt_count' in value && { merchant_id: merchantId }),
    ...('cursor' in value && 'order_id' in value && { merchant_id: merchantId, reference: 'loja-12' }),
  };
  return { ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toExample(inner)])), ...named };
};

/** A call of merchants about their webhooks, as a platform has it. */
const toPlatformCall = <Id extends string>(call: Call<Id>): Call<Id> => ({
  ...call,
  path: `/platform${call.path}`,
  answers: Object.fromEntries(
    Object.entries(call.answers).map(([status, answer]) => [
      status,
      { ...answer, ...(answer.example !== undefined && { example: toExample(answer.example) }) },
    ]),
  ),
});

export const platformWebhookCalls = mapCalls(
  {
    ...feedCalls,
    ...endpointCalls,
    ...deliveryCalls,
    ...replayCalls,
    injectFault: { ...sandboxCalls.injectFault, id: 'injectFault' as const },
  },
  toPlatformCall,
);
