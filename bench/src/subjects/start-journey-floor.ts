import pg from 'pg';
import { pollUntil } from '@delivery/test-support';
import type { OutsideWorld } from '../load/outside-world.js';
import { trackingUrlOf } from '../load/report-calls.js';
import type { Way } from '../scenarios/everyday-ways.js';
import { startFloor } from './start-floor.js';

/** The least code that takes a courier's report to a signed webhook and settles it, with the same libraries and servers. */
export const startJourneyFloor = async (world: OutsideWorld) => {
  const floor = await startFloor({ parts: ['journey-state', 'journey-dispatch'], webhookUrl: world.webhookUrl });
  const client = new pg.Client(floor.databaseUrl);
  await client.connect();
  const seedOrders = async (count: number): Promise<string[]> => {
    const orderIds = floor.newOrderIds(count);
    const text = `insert into journey_orders select id, 'on_route_to_delivery' from unnest($1::text[]) id`;
    await client.query(text, [orderIds]);
    return orderIds;
  };
  const way: Way = {
    name: 'floor',
    webhooksEach: 1,
    prepare: async (count) => {
      const orderIds = await seedOrders(count);
      const load = {
        port: floor.portOf('journey-state'),
        calls: orderIds.map((id) => ({ path: `/orders/${id}/tracking-url`, body: JSON.stringify(trackingUrlOf(id)) })),
      };
      return { orderIds, send: async (pace) => (await world.sendCalls({ ...load, pace })).sentMs };
    },
  };
  return {
    way,
    seedOrders,
    port: floor.portOf('journey-state'),
    databaseUrl: floor.databaseUrl,
    pids: floor.pids,
    /** Until every webhook that went out has been reported and applied. */
    waitForSettled: () =>
      pollUntil('nothing in flight', async () => {
        const { rowCount } = await client.query(`select from journey_deliveries where state <> 'delivered' limit 1`);
        return rowCount === 0 ? true : undefined;
      }),
    stop: async () => {
      await client.end();
      await floor.stop();
    },
  };
};
