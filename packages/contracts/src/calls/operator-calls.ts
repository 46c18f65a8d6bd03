import { operatorUsageQuerySchema } from '../usage.js';
import { mapCalls } from './call.js';
import { operatorActivityCalls } from './operator-activity-calls.js';
import { operatorCourierCalls } from './operator-courier-calls.js';
import { operatorCustomerCalls } from './operator-customer-calls.js';
import { operatorDeadLetterCalls } from './operator-dead-letter-calls.js';
import { operatorErasureCalls } from './operator-erasure-calls.js';
import { operatorMerchantCalls } from './operator-merchant-calls.js';
import { operatorOAuthClientCalls } from './operator-oauth-client-calls.js';
import { operatorOrderCalls } from './operator-order-calls.js';
import { operatorOwnerCalls } from './operator-owner-calls.js';
import { operatorPlatformCalls } from './operator-platform-calls.js';
import { operatorPortalCalls } from './operator-portal-calls.js';
import { operatorSessionCalls, ownSessionCalls } from './operator-session-calls.js';
import { operatorSetAsideCalls } from './operator-set-aside-calls.js';
import { operatorWebhookCalls } from './operator-webhook-calls.js';
import { orderTimesCalls } from './order-times-calls.js';
import { merchantParameters as parameters } from './parameters.js';
import { usageCalls } from './usage-calls.js';

/** Every call of the operator API, by its id. */
export const operatorCalls = {
  ...ownSessionCalls,
  ...operatorSessionCalls,
  ...operatorMerchantCalls,
  ...operatorPortalCalls,
  ...operatorOAuthClientCalls,
  ...operatorCourierCalls,
  ...operatorPlatformCalls,
  ...operatorOrderCalls,
  ...operatorWebhookCalls,
  ...operatorOwnerCalls,
  ...operatorCustomerCalls,
  ...operatorSetAsideCalls,
  ...operatorDeadLetterCalls,
  ...operatorErasureCalls,
  ...operatorActivityCalls,
  ...mapCalls(
    {
      ...orderTimesCalls('/operator/v1/merchants/{merchant_id}', parameters),
      ...usageCalls('/operator/v1', { merchant: parameters, list: operatorUsageQuerySchema }),
    },
    (call) => ({ ...call, tag: 'Usage', role: 'look' }),
  ),
};
