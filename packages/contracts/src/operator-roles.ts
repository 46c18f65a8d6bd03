import { z } from 'zod';

/**
 * What an operator may do. `look`: read, with customers' data masked. `customers_data`: see it. `act`: do for a merchant what it could do
 * itself, and settle dead letters. `administer`: merchants, couriers' systems, platforms, credentials, sessions and erasures.
 */
export const operatorRoles = ['look', 'customers_data', 'act', 'administer'] as const;
export const operatorRoleSchema = z.enum(operatorRoles);
export type OperatorRole = z.infer<typeof operatorRoleSchema>;

/** Of the calls about webhooks, which every owner of endpoints has below its path. */
const roleOfWebhookCall: Readonly<Record<string, OperatorRole>> = {
  'GET /webhook-deliveries': 'look',
  'GET /webhook-deliveries/:delivery_id': 'look',
  // With `customer_data=shown` it needs `customers_data`.
  'GET /webhook-deliveries/:delivery_id/requests': 'look',
  'POST /webhook-deliveries/replay': 'act',
  'POST /webhook-deliveries/replay/preview': 'act',
  'POST /webhook-deliveries/:delivery_id/replay': 'act',
  'POST /webhook-deliveries/:delivery_id/send-now': 'act',
  'GET /webhook-replays': 'look',
  'POST /webhook-replays': 'act',
  'POST /webhook-replays/preview': 'act',
  'GET /webhook-replays/:replay_id': 'look',
};

/** The paths of owners of endpoints. */
export const operatorOwnerPaths = [
  '/merchants/:merchant_id',
  '/courier-systems/:courier_system_id',
  '/platforms/:platform_id/modes/:mode',
] as const;

const ofOwners: Readonly<Record<string, OperatorRole>> = Object.fromEntries(
  operatorOwnerPaths.flatMap((owner) =>
    Object.entries(roleOfWebhookCall).map(([call, role]) => [call.replace(' ', ` ${owner}`), role]),
  ),
);

/** The role that each call of the operator API needs. Beginning and ending one's own session needs none. */
const roleOfCall: Readonly<Record<string, OperatorRole>> = {
  'GET /merchants': 'look',
  'POST /merchants': 'administer',
  'GET /merchants/:merchant_id': 'look',
  'PATCH /merchants/:merchant_id': 'administer',
  'GET /merchants/:merchant_id/stores': 'look',
  'GET /merchants/:merchant_id/contacts': 'look',
  'PUT /merchants/:merchant_id/contacts': 'administer',
  'POST /merchants/:merchant_id/tokens': 'administer',
  'DELETE /merchants/:merchant_id/tokens/:token_id': 'administer',
  'GET /merchants/:merchant_id/oauth-clients': 'look',
  'POST /merchants/:merchant_id/oauth-clients': 'administer',
  'DELETE /merchants/:merchant_id/oauth-clients/:client_id': 'administer',
  'POST /merchants/:merchant_id/portal-links': 'administer',
  'GET /merchants/:merchant_id/portal-sessions': 'look',
  'DELETE /merchants/:merchant_id/portal-sessions/:session_id': 'administer',
  'GET /merchants/:merchant_id/usage': 'look',
  'GET /courier-systems': 'look',
  'POST /courier-systems': 'administer',
  'GET /courier-systems/:courier_system_id': 'look',
  'PATCH /courier-systems/:courier_system_id': 'administer',
  'POST /courier-systems/:courier_system_id/tokens': 'administer',
  'DELETE /courier-systems/:courier_system_id/tokens/:token_id': 'administer',
  'GET /platforms': 'look',
  'POST /platforms': 'administer',
  'GET /platforms/:platform_id': 'look',
  'PATCH /platforms/:platform_id': 'administer',
  'POST /platforms/:platform_id/rotate-key': 'administer',
  'POST /platforms/:platform_id/tokens': 'administer',
  'DELETE /platforms/:platform_id/tokens/:token_id': 'administer',
  'GET /platforms/:platform_id/modes/:mode/contacts': 'look',
  'PUT /platforms/:platform_id/modes/:mode/contacts': 'administer',
  'GET /orders': 'look',
  'GET /orders/:order_id/timeline': 'look',
  'GET /orders/:order_id/lanes': 'look',
  'GET /orders/:order_id/position': 'look',
  'GET /orders/:order_id/customer': 'customers_data',
  'POST /orders/:order_id/status': 'act',
  'POST /orders/:order_id/tracking-url': 'act',
  'GET /search': 'look',
  'GET /endpoints': 'look',
  'GET /endpoints/:endpoint_id': 'look',
  'GET /endpoints/:endpoint_id/history': 'look',
  'POST /endpoints/:endpoint_id/enable': 'act',
  'POST /endpoints/:endpoint_id/enable/preview': 'act',
  'POST /endpoints/:endpoint_id/disable': 'act',
  'POST /endpoints/:endpoint_id/catch-up': 'act',
  'POST /endpoints/:endpoint_id/catch-up/preview': 'act',
  'POST /endpoints/:endpoint_id/test': 'act',
  'GET /dead-letters': 'look',
  'GET /dead-letters/:dead_letter_id/message': 'look',
  'POST /dead-letters/preview': 'act',
  'POST /dead-letters/replay': 'act',
  'POST /dead-letters/delete': 'act',
  'POST /dead-letters/:dead_letter_id/replay': 'act',
  'POST /dead-letters/:dead_letter_id/delete': 'act',
  'GET /erasures': 'look',
  'POST /erasures': 'administer',
  'GET /erasures/:erasure_id': 'look',
  'GET /usage': 'look',
  'GET /usage/export': 'look',
  'GET /audit': 'look',
  'GET /status': 'look',
  'GET /history': 'look',
  'GET /activity': 'look',
  'GET /activity/export': 'look',
  'GET /sessions': 'look',
  'DELETE /sessions/:session_id': 'administer',
  ...ofOwners,
};

/** @throws Error where the table above lacks the call: none is without a role */
export const roleOf = ({ method, path }: { method: string; path: string }): OperatorRole => {
  const role = roleOfCall[`${method} ${path}`];
  if (role === undefined) throw new Error(`${method} ${path} has no role in operator-roles.ts`);
  return role;
};

/** Why a sign-in at the identity provider began no session. */
export const signInFailures = ['provider_away', 'refused', 'no_role', 'expired', 'failed'] as const;
export type SignInFailure = (typeof signInFailures)[number];
