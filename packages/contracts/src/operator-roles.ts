import { z } from 'zod';

/**
 * What an operator may do. `look`: read, with customers' data masked. `customers_data`: see it. `act`: do for a merchant what it could do
 * itself, and settle dead letters. `administer`: merchants, couriers' systems, platforms, credentials, sessions and erasures.
 */
export const operatorRoles = ['look', 'customers_data', 'act', 'administer'] as const;
export const operatorRoleSchema = z.enum(operatorRoles);
export type OperatorRole = z.infer<typeof operatorRoleSchema>;

/** Why a sign-in at the identity provider began no session. */
export const signInFailures = ['provider_away', 'refused', 'no_role', 'expired', 'failed'] as const;
export type SignInFailure = (typeof signInFailures)[number];
