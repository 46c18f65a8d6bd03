import { topology } from '@delivery/contracts';
import { createConnection, createPublisher } from '@delivery/messaging';
import { createVhost } from '@delivery/test-support';

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A vhost of its own with the topology, and a connection each to publish and to consume. */
export const openBroker = async () => {
  const vhost = await createVhost();
  const connect = (name: string) => createConnection({ urls: [vhost.url], name, logger: silent, topology });
  const [publishing, consuming] = [connect('publish'), connect('consume')];
  // Before it is ready: joined afterwards, it would not be set up yet when the first message is published.
  const publisher = createPublisher(publishing);
  await Promise.all([publishing.waitUntilReady(), consuming.waitUntilReady()]);
  return {
    publisher,
    consuming,
    close: async () => {
      await Promise.all([publishing, consuming].map((connection) => connection.close({ timeoutMs: 5_000 })));
      await vhost.delete();
    },
  };
};
export type Broker = Awaited<ReturnType<typeof openBroker>>;
