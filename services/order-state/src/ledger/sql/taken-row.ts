import type { DeliveryState } from '../rules/delivery.js';
import type { TakenDelivery } from '../rules/pulled-attempts.js';

export type TakenRow = {
  id: string;
  order_id: string;
  endpoint_id: string;
  merchant_id: string;
  state: DeliveryState;
  generation: number;
  attempt_count: number;
  schedule_base: number;
  released_at: Date | null;
  visible_until: Date;
};

/** For `select ${takenColumns} from deliveries d`, of those whose `visible_until` is not null. */
export const takenColumns = `
  d.id, d.order_id, d.endpoint_id, d.merchant_id, d.state, d.generation, d.attempt_count, d.schedule_base, d.released_at,
  d.visible_until`;

export const toTakenDelivery = (row: TakenRow): TakenDelivery => ({
  id: row.id,
  orderId: row.order_id,
  endpointId: row.endpoint_id,
  merchantId: row.merchant_id,
  state: row.state,
  generation: row.generation,
  attemptCount: row.attempt_count,
  scheduleBase: row.schedule_base,
  releasedAtMs: row.released_at?.getTime() ?? null,
  visibleUntilMs: row.visible_until.getTime(),
});
