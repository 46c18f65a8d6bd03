import { deliveryCalls } from './delivery-calls.js';
import { endpointCalls } from './endpoint-calls.js';
import { feedCalls } from './feed-calls.js';
import { orderCalls } from './order-calls.js';
import { orderTimesCalls } from './order-times-calls.js';
import { peopleCalls } from './people-calls.js';
import { replayCalls, replayOneCalls } from './replay-calls.js';
import { sandboxCalls } from './sandbox-calls.js';
import { sessionCalls } from './session-calls.js';
import { sessionPlatformCalls } from './session-platform-calls.js';
import { activityCalls, contactCalls, oauthClientCalls, settingsCalls } from './settings-calls.js';
import { storeCalls } from './store-calls.js';
import { summaryCalls } from './summary-calls.js';

/**
 * Every call of the merchants' API, by its id. Routes are tried in this order: creating an order, by far the most
 * frequent, is first.
 */
export const merchantCalls = {
  ...orderCalls,
  ...summaryCalls,
  ...orderTimesCalls('/v1'),
  ...feedCalls,
  ...storeCalls,
  ...contactCalls,
  ...activityCalls,
  ...peopleCalls,
  ...settingsCalls,
  ...oauthClientCalls,
  ...endpointCalls,
  ...deliveryCalls,
  ...replayOneCalls,
  ...replayCalls,
  ...sandboxCalls,
  ...sessionCalls,
  ...sessionPlatformCalls,
};
