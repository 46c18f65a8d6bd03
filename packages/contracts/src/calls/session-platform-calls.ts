import type { Call } from './call.js';
import { ownPlatformCalls } from './platform-calls.js';
import { sharedCalls } from './shared-calls.js';

/** In the merchants' document these names are those of what merchants have. */
const renamed: Readonly<Record<string, string>> = {
  Summary: 'PlatformSummary',
  WebhookDeliveryList: 'PlatformWebhookDeliveryList',
  WebhookDeliveryWithAttempts: 'PlatformWebhookDeliveryWithAttempts',
};

/** A call of the platform as its people have it in the portal. Agents have it by the platform's token alone. */
const mount = <Id extends string>(id: Id, declared: Call): Call<Id> => {
  const { tool: _, ...call } = declared;
  return {
    ...call,
    id,
    tag: 'Session',
    path: call.path.replace(/^\/(platform\/)?v1/, '/v1/session/platform'),
    description: `About the platform of a session with \`may_switch\`. ${call.description ?? ''}`.trim(),
    problems: ['platform_not_found', ...(call.problems ?? [])],
    answers: Object.fromEntries(
      Object.entries(call.answers).map(([status, { schema = '', ...answer }]) => [
        status,
        { ...answer, schema: renamed[schema] ?? schema },
      ]),
    ),
  };
};

const { getSummary, listUsage } = ownPlatformCalls;
const { listWebhookEndpoints, listWebhookDeliveries, getWebhookDelivery, getWebhookDeliveryRequests } =
  sharedCalls.platform;

/** The reads that a session for a platform's people has beside those of its merchant. */
export const sessionPlatformCalls = {
  getPlatformSummary: mount('getPlatformSummary', { ...getSummary, summary: 'The platform at a glance' }),
  listPlatformEndpoints: mount('listPlatformEndpoints', listWebhookEndpoints),
  listPlatformDeliveries: mount('listPlatformDeliveries', listWebhookDeliveries),
  getPlatformDelivery: mount('getPlatformDelivery', getWebhookDelivery),
  getPlatformDeliveryRequests: mount('getPlatformDeliveryRequests', getWebhookDeliveryRequests),
  listPlatformUsage: mount('listPlatformUsage', listUsage),
};
