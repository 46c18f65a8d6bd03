import { isObject, type Json, type JsonObject, listAt, memberOf, membersOf } from '../json.js';
import type { Call } from '../openapi/call.js';
import { deliveryCalls } from './delivery-calls.js';
import { endpointCalls } from './endpoint-calls.js';
import { feedCalls } from './feed-calls.js';
import { merchantId } from './operator-merchant-calls.js';
import { replayCalls } from './replay-calls.js';
import { header, webhooks } from './webhook-calls.js';

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
const toPlatformCall = (call: Call): Call => ({
  ...call,
  path: `/platform${call.path}`,
  answers: Object.fromEntries(
    Object.entries(call.answers).map(([status, answer]) => [
      status,
      { ...answer, ...(answer.example !== undefined && { example: toExample(answer.example) }) },
    ]),
  ),
});

export const platformWebhookCalls: readonly Call[] = [
  ...feedCalls,
  ...endpointCalls,
  ...deliveryCalls,
  ...replayCalls,
].map(toPlatformCall);

const ofMerchant: readonly JsonObject[] = [
  header('webhook-merchant', 'The merchant that it is about: its `merchant_id`.', { type: 'string' }, merchantId),
  {
    ...header(
      'webhook-merchant-reference',
      'Its `reference`, percent-encoded, where it has one.',
      { type: 'string' },
      'loja-12',
    ),
    required: false,
  },
];

/** The webhooks to platforms: those of merchants, and whose they are. */
export const platformWebhooks: JsonObject = Object.fromEntries(
  membersOf(webhooks).map(([event, webhook]) => {
    const post = memberOf(webhook, 'post');
    const parameters = [...listAt(post, 'parameters'), ...ofMerchant];
    return [event, { post: { ...Object.fromEntries(membersOf(post)), parameters } }];
  }),
);
