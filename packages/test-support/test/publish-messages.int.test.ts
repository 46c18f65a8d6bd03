import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { publishMessages } from '../src/product/publish-messages.js';
import { createVhost, type RabbitVhost } from '../src/rabbit-vhost.js';
import { targetOf } from '../src/tcp-proxy.js';

/** Class 10, method 50: the client says goodbye. */
const connectionClose = Buffer.from([0, 10, 0, 50]);

const opened: { vhost: RabbitVhost; relay: Server; sockets: Socket[] }[] = [];

/** A way to the broker that resets the connection at the very moment at which the client closes it. */
const openBroker = async (): Promise<string> => {
  const vhost = await createVhost();
  const sockets: Socket[] = [];
  const relay = createServer((client) => {
    const broker = connect({ ...targetOf(vhost.url) });
    sockets.push(client, broker);
    for (const socket of [client, broker]) socket.on('error', () => socket.destroy());
    client.on('data', (chunk) => {
      if (chunk.includes(connectionClose)) client.resetAndDestroy();
      else broker.write(chunk);
    });
    broker.pipe(client);
  });
  opened.push({ vhost, relay, sockets });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const url = new URL(vhost.url);
  url.port = String((relay.address() as AddressInfo).port);
  return url.href;
};

afterEach(async () => {
  for (const { vhost, relay, sockets } of opened.splice(0)) {
    sockets.forEach((socket) => socket.destroy());
    relay.close();
    await vhost.delete();
  }
});

describe('publishMessages', () => {
  it('ends when the broker dies while the connection is closed', async () => {
    const url = await openBroker();
    const message = { exchange: 'amq.topic', routingKey: 'nobody', body: '{}' };
    await expect(publishMessages(url, [message])).resolves.toBeUndefined();
  });
});
