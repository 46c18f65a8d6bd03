import type { CallLoad } from './call-load.js';

/** Where a merchant says "ready", with its credentials as a query. */
export type ReadyTarget = { port: number; credentials: string };

export const readyCalls = (
  { port, credentials }: ReadyTarget,
  orderIds: readonly string[],
): Omit<CallLoad, 'pace'> => ({
  port,
  calls: orderIds.map((id) => ({ path: `/v1/external-orders/${id}/ready${credentials}` })),
});
