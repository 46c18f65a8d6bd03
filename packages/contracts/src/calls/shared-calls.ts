import { callsFor } from './call.js';
import { deliveryCalls } from './delivery-calls.js';
import { endpointCalls } from './endpoint-calls.js';
import { feedCalls } from './feed-calls.js';
import { replayCalls } from './replay-calls.js';
import { sandboxCalls } from './sandbox-calls.js';
import { contactCalls } from './settings-calls.js';

const webhookCalls = {
  ...endpointCalls,
  ...deliveryCalls,
  ...replayCalls,
  injectFault: { ...sandboxCalls.injectFault, id: 'injectFault' as const },
};

/** The calls of `/v1` that take a platform's token, or that of a courier's system, as well as a merchant's credentials. */
export const sharedCalls = {
  platform: callsFor('platform', { ...contactCalls, ...feedCalls, ...webhookCalls }),
  courier: callsFor('courier', webhookCalls),
};
