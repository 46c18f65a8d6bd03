import { operatorUsageExportQuerySchema, operatorUsageQuerySchema } from '../usage.js';
import { contactCalls, operatorContactCalls } from './contact-calls.js';
import { courierCalls as deliveryCallsOfCouriers } from './courier-calls.js';
import { courierWebhookCalls } from './courier-webhook-calls.js';
import { deliveryCalls } from './delivery-calls.js';
import { endpointCalls } from './endpoint-calls.js';
import { feedCalls } from './feed-calls.js';
import { oauthClientCalls, operatorOAuthClientCalls } from './oauth-client-calls.js';
import { operatorActivityCalls } from './operator-activity-calls.js';
import { operatorCourierCalls } from './operator-courier-calls.js';
import { operatorCustomerCalls } from './operator-customer-calls.js';
import { operatorDeadLetterCalls } from './operator-dead-letter-calls.js';
import { operatorErasureCalls } from './operator-erasure-calls.js';
import { operatorMerchantCalls, parameters } from './operator-merchant-calls.js';
import { operatorOrderCalls } from './operator-order-calls.js';
import { operatorPlatformCalls } from './operator-platform-calls.js';
import { operatorPortalCalls } from './operator-portal-calls.js';
import { operatorSessionCalls } from './operator-session-calls.js';
import { operatorWebhookCalls } from './operator-webhook-calls.js';
import { orderCalls } from './order-calls.js';
import { platformCalls as accountCalls } from './platform-calls.js';
import { platformWebhookCalls } from './platform-webhook-calls.js';
import { replayCalls } from './replay-calls.js';
import { sandboxCalls } from './sandbox-calls.js';
import { sessionCalls } from './session-calls.js';
import { settingsCalls } from './settings-calls.js';
import { storeCalls } from './store-calls.js';
import { summaryCalls } from './summary-calls.js';
import { usageCalls } from './usage-calls.js';

export { type Call, type CallAnswer, type Calls, type NamedSchemas } from './call.js';
export { courierSchemas } from './courier-schemas.js';
export { courierWebhooks } from './courier-webhook-calls.js';
export { type HeaderName, headers } from './headers.js';
export { isObject, type Json, type JsonObject } from './json.js';
export { merchantSchemas } from './merchant-schemas.js';
export { operatorSchemas } from './operator-schemas.js';
export { schemaRef, schemaUri } from './parameters.js';
export { platformSchemas } from './platform-schemas.js';
export { merchantWebhooks, platformWebhookHeaders, type Webhook, webhookHeaders } from './webhooks.js';

/** Every call of the merchants' API, by its id. */
export const merchantCalls = {
  ...orderCalls,
  ...summaryCalls,
  ...feedCalls,
  ...storeCalls,
  ...contactCalls,
  ...settingsCalls,
  ...oauthClientCalls,
  ...endpointCalls,
  ...deliveryCalls,
  ...replayCalls,
  ...sandboxCalls,
  ...sessionCalls,
};

/** Every call of the API of couriers' systems, by its id. */
export const courierCalls = { ...deliveryCallsOfCouriers, ...courierWebhookCalls };

/** Every call of the platforms' API, by its id. */
export const platformCalls = { ...accountCalls, ...platformWebhookCalls };

/** Every call of the operator API, by its id. */
export const operatorCalls = {
  ...operatorSessionCalls,
  ...operatorMerchantCalls,
  ...operatorContactCalls,
  ...operatorPortalCalls,
  ...operatorOAuthClientCalls,
  ...operatorCourierCalls,
  ...operatorPlatformCalls,
  ...operatorOrderCalls,
  ...operatorWebhookCalls,
  ...operatorCustomerCalls,
  ...operatorDeadLetterCalls,
  ...operatorErasureCalls,
  ...operatorActivityCalls,
  ...usageCalls('/operator/v1', {
    merchant: parameters,
    list: operatorUsageQuerySchema,
    file: operatorUsageExportQuerySchema,
  }),
};
