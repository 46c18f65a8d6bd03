import type { z } from 'zod';
import { courierWebhookDeliveryListQuerySchema } from '../courier-webhooks.js';
import { deliveryListQuerySchema } from '../list-queries.js';
import { type ProblemCode } from '../problem.js';
import { type Call, type Calls, mapCalls, renameCalls } from './call.js';
import { ofCourierSystem } from './operator-courier-calls.js';
import { platformInMode } from './operator-platform-calls.js';
import type { JsonObject } from './parameters.js';

/** Another owner of endpoints than a merchant, in whose words it has the same calls. */
type OtherOwner = {
  path: string;
  parameters: readonly JsonObject[];
  words: (text: string) => string;
  /** Whose schemas are others. */
  schemas: Readonly<Record<string, string>>;
  deliveryListQuery: z.ZodObject;
  notFound: ProblemCode;
};

const courierSystem: OtherOwner = {
  path: '/operator/v1/courier-systems/{courier_system_id}',
  parameters: ofCourierSystem,
  words: (text) => text.replaceAll('a merchant', 'a courier’s system').replaceAll('the merchant', 'the system'),
  schemas: {
    WebhookDelivery: 'CourierWebhookDelivery',
    WebhookDeliveryList: 'CourierWebhookDeliveryList',
    WebhookDeliveryWithAttempts: 'CourierWebhookDeliveryWithAttempts',
    Replay: 'CourierReplay',
    ReplayList: 'CourierReplayList',
    CreateReplay: 'CreateCourierReplay',
    CreateOperatorReplay: 'CreateOperatorCourierReplay',
  },
  deliveryListQuery: courierWebhookDeliveryListQuerySchema,
  notFound: 'courier_system_not_found',
};

const platform: OtherOwner = {
  ...platformInMode,
  words: (text) => text.replaceAll('a merchant', 'a platform').replaceAll('the merchant', 'the platform'),
  schemas: {
    WebhookDelivery: 'PlatformWebhookDelivery',
    WebhookDeliveryList: 'PlatformWebhookDeliveryList',
    WebhookDeliveryWithAttempts: 'PlatformWebhookDeliveryWithAttempts',
  },
  deliveryListQuery: deliveryListQuerySchema,
  notFound: 'platform_not_found',
};

/** A call about a merchant's webhooks, as there is one about those of another owner. */
const toCallOf =
  (owner: OtherOwner) =>
  <Id extends string>(call: Call<Id>): Call<Id> => {
    const withSchema = <Part extends { schema?: string }>(part: Part): Part =>
      part.schema === undefined ? part : { ...part, schema: owner.schemas[part.schema] ?? part.schema };
    return {
      ...call,
      path: call.path.replace('/operator/v1/merchants/{merchant_id}', owner.path),
      summary: owner.words(call.summary),
      ...(call.description !== undefined && { description: owner.words(call.description) }),
      // The first one is the merchant.
      parameters: [...owner.parameters, ...(call.parameters ?? []).slice(1)],
      ...(call.id === 'listMerchantDeliveries' && { query: owner.deliveryListQuery }),
      ...(call.body && { body: withSchema(call.body) }),
      answers: Object.fromEntries(
        Object.entries(call.answers).map(([status, answer]) => [
          status,
          withSchema({ ...answer, description: owner.words(answer.description) }),
        ]),
      ),
      problems: (call.problems ?? []).map((problem) => (problem === 'merchant_not_found' ? owner.notFound : problem)),
    };
  };

export const toCallsOfOtherOwners = <Id extends string>(merchantCalls: Calls<Id>) => ({
  ...renameCalls(mapCalls(merchantCalls, toCallOf(courierSystem)), 'Merchant', 'CourierSystem'),
  ...renameCalls(mapCalls(merchantCalls, toCallOf(platform)), 'Merchant', 'Platform'),
});
