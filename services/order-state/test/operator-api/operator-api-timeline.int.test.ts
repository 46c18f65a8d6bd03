import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operatorEndpointSchema, type TimelineEntry, timelineSchema } from '@delivery/contracts';
import { type Apis, createMerchant, startApis, submitOrder } from '../support/start-apis.js';

let apis: Apis;
beforeAll(async () => {
  apis = await startApis();
});
afterAll(() => apis.stop());

const arrange = async () => {
  const { merchant_id, webhook_endpoint } = await createMerchant(apis, {
    webhook_url: 'https://shop.example/hook?token=hush',
  });
  const orderId = await submitOrder(apis, merchant_id, 'support');
  await apis.operator('POST', `/orders/${orderId}/status`, { body: { status: 'delivered' } });
  await apis.operator('POST', `/orders/${orderId}/status`, { body: { status: 'ready' } });
  return { orderId, merchantId: merchant_id, endpointId: webhook_endpoint?.id ?? '' };
};
const readTimeline = async (orderId: string) => await apis.operator('GET', `/orders/${orderId}/timeline`);
const tell = (entry: TimelineEntry): string => {
  switch (entry.kind) {
    case 'command':
      return `${entry.type} ${entry.outcome}`;
    case 'event':
      return `event ${entry.sequence} ${entry.event}`;
    case 'delivery':
      return `delivery ${entry.sequence} ${entry.state}`;
    case 'attempt':
      return `attempt ${entry.attempt} ${entry.status_code ?? entry.error_code}`;
    case 'endpoint':
      return `endpoint ${entry.what}`;
  }
};

describe("An order's timeline", () => {
  it('[P2] tells commands with their outcomes, events, deliveries, attempts and endpoint changes in time order', async () => {
    const { orderId, merchantId, endpointId } = await arrange();
    await apis.pool.query(
      `insert into all_attempts (delivery_id, generation, attempt, at, duration_ms, status_code, partition_day)
       select d.id, 1, 1, now(), 3, 500, o.partition_day
       from all_webhook_deliveries d join orders o on o.id = d.order_id where d.order_id = $1 and d.sequence = 1`,
      [orderId],
    );
    await apis.internal('POST', `/merchants/${merchantId}/webhook-endpoints/${endpointId}/disable`);
    const timeline = timelineSchema.parse((await readTimeline(orderId)).body);
    expect(timeline.data.map(tell)).toEqual([
      'order.submitted applied',
      'status.reported refused',
      'status.reported applied',
      'event 1 status_changed',
      'event 2 delivery_requested',
      'delivery 1 in_flight',
      'delivery 2 held',
      'attempt 1 500',
      'endpoint disabled',
    ]);
    expect(timeline).toMatchObject({
      truncated: false,
      order: { id: orderId, merchant_id: merchantId, status: 'ready' },
    });
    const times = timeline.data.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  });

  it('shows commands that are parked until their order comes', async () => {
    const { orderId } = await arrange();
    await apis.pool.query(
      `insert into parked_commands (id, order_id, message, parked_at)
       values ('early', $1, '{"id":"early","type":"order.cancel_requested","occurred_at":"2026-01-01T00:00:00Z"}', now())`,
      [orderId],
    );
    const timeline = timelineSchema.parse((await readTimeline(orderId)).body);
    expect(timeline.data.map(tell)).toContain('order.cancel_requested parked');
  });
});

describe("An endpoint's operator view", () => {
  it('shows window, breaker and log, also of a deleted one', async () => {
    const { merchantId, endpointId } = await arrange();
    const path = `/endpoints/${endpointId}`;
    const active = operatorEndpointSchema.parse((await apis.operator('GET', path)).body);
    expect(active).toMatchObject({
      merchant_id: merchantId,
      url: 'https://shop.example/hook?token=***',
      status: 'active',
      window: { size: 16, in_flight: 1, probe_at: null, failing_since: null },
    });
    await apis.pool.query(
      `update endpoint_windows set size = 1, probe_at = now(), failing_since = now() where endpoint_id = $1`,
      [endpointId],
    );
    await apis.internal('DELETE', `/merchants/${merchantId}/webhook-endpoints/${endpointId}`);
    const deleted = operatorEndpointSchema.parse((await apis.operator('GET', path)).body);
    expect(deleted).toMatchObject({ status: 'deleted', window: { size: 1, probe_at: expect.any(String) } });
  });
});
