import { callsFor } from './call.js';
import { deliveryCalls } from './delivery-calls.js';
import { endpointCalls } from './endpoint-calls.js';
import { feedCalls } from './feed-calls.js';
import { replayCalls, replayOneCalls } from './replay-calls.js';
import { sandboxCalls } from './sandbox-calls.js';
import { activityCalls, contactCalls } from './settings-calls.js';

const ownerCalls = {
  ...contactCalls,
  ...activityCalls,
  ...endpointCalls,
  ...deliveryCalls,
  ...replayOneCalls,
  ...replayCalls,
  injectFault: { ...sandboxCalls.injectFault, id: 'injectFault' as const },
};

/** The calls of `/v1` that take platforms' and couriers' tokens beside merchants' credentials. */
export const sharedCalls = {
  platform: callsFor('platform', { ...feedCalls, ...ownerCalls }),
  courier: callsFor('courier', ownerCalls),
};
