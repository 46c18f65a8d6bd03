import { buildOrder } from '@delivery/test-support';
import type { NewOrder } from '../src/index.js';

/** A valid order with an external_id of its own, by the client's types. */
export const newOrder = (overrides: Partial<NewOrder> = {}): NewOrder => ({
  ...(buildOrder() as NewOrder),
  ...overrides,
});
