import { randomBytes } from 'node:crypto';
import { createDatabase, createVhost } from '@delivery/test-support';
import { floorQueues } from '../../floors/floor-queues.js';
import { type Child, startChild } from '../load/child.js';
import { orderTemplate } from '../load/order-template.js';
import type { LoadMessage } from '../load/publish-load.js';

export type FloorPart = 'intake' | 'store' | 'dispatch' | 'journey-state' | 'journey-dispatch';
export type Floor = Awaited<ReturnType<typeof startFloor>>;

/** Connections to one endpoint at once: the largest window of the product. */
const postsMax = 256;

/** Does the product's work with the least code possible, on its own database and vhost. */
export const startFloor = async (options: { parts: readonly FloorPart[]; webhookUrl: string }) => {
  const database = await createDatabase();
  const vhost = await createVhost();
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    RABBITMQ_URL: vhost.url,
    FLOOR_WEBHOOK_URL: options.webhookUrl,
    FLOOR_POSTS_MAX: String(postsMax),
  };
  const children = new Map<FloorPart, Child>();
  for (const part of options.parts) children.set(part, await startChild(`floors/${part}`, env));
  const port = children.get('intake')?.port ?? 0;
  return {
    databaseUrl: database.url,
    rabbitmqUrl: vhost.url,
    portOf: (part: FloorPart) => children.get(part)?.port ?? 0,
    pids: () => [...children].map(([name, { pid }]) => ({ name, pid })),
    createTarget: { port, path: '/v1/external-orders', template: orderTemplate },
    ready: { port, credentials: '' },
    newOrderIds: (count: number) => Array.from({ length: count }, () => randomBytes(12).toString('hex')),
    deliveries: (orderIds: readonly string[]) => orderIds.map(toDelivery),
    stop: async () => {
      await Promise.all([...children.values()].map((child) => child.stop()));
      await database.drop();
      await vhost.delete();
    },
  };
};

/** As large as the product's webhook bodies. */
const toDelivery = (id: string): LoadMessage => ({
  type: floorQueues.deliveries,
  messageId: id,
  body: JSON.stringify({
    id,
    external_id: id,
    display_id: '4711',
    status: 'ready',
    updated_at: new Date().toISOString(),
    external_data: {},
    event: 'status_changed',
    previous_status: 'created',
  }),
});
