/** Generated from packages/contracts/src/status.ts by `npm run contract`. */
export const orderStatuses = [
  'created',
  'ready',
  'on_route_to_pickup',
  'at_pickup',
  'on_route_to_delivery',
  'at_delivery',
  'delivery_failed',
  'delivered',
  'returned',
  'canceled',
] as const;
export const finalStatuses = ['delivered', 'returned', 'canceled'] as const;
export const deliveryStates = ['waiting', 'in_flight', 'delivered', 'exhausted', 'held', 'skipped'] as const;
