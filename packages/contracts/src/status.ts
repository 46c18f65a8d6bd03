/** Without a schema, so that pages have the lists and no validator. */
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

export type OrderStatus = (typeof orderStatuses)[number];

/** Which statuses may follow each status. An empty list marks a final status. */
export const nextStatuses: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  created: ['ready', 'canceled'],
  ready: ['on_route_to_pickup', 'canceled'],
  on_route_to_pickup: ['at_pickup', 'on_route_to_delivery', 'ready', 'canceled'],
  at_pickup: ['on_route_to_delivery', 'ready', 'canceled'],
  on_route_to_delivery: ['at_delivery', 'delivered', 'delivery_failed'],
  at_delivery: ['delivered', 'delivery_failed'],
  delivery_failed: ['on_route_to_delivery', 'returned'],
  delivered: [],
  returned: [],
  canceled: [],
};

/** The courier has the order: its position is taken and shown. */
export const statusesOnTheWay = [
  'on_route_to_delivery',
  'at_delivery',
  'delivery_failed',
] as const satisfies readonly OrderStatus[];

export const isOnTheWay = (status: string): boolean => statusesOnTheWay.some((each) => each === status);

export const deliveryStates = ['waiting', 'in_flight', 'delivered', 'exhausted', 'held', 'skipped'] as const;
