import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createArrivals } from './arrivals.js';
import { nowMs } from './clock.js';
import { readWebhook } from './read-webhook.js';
import { serveCommands } from './serve-commands.js';
import { createSlowAnswers } from './slow-answers.js';

/**
 * The merchants' server: answers 200 as cheaply as it can, and remembers when the first and the last webhook of each order came.
 * On the path `/hang` it never answers, and on `/slow` after the delay that was set last.
 */
const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
const arrivals = createArrivals();
const slow = createSlowAnswers();

const onConnection = (socket: Socket): void => {
  let unread: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    for (let webhook = readWebhook(unread); webhook; webhook = readWebhook(unread)) {
      unread = unread.subarray(webhook.length);
      if (webhook.path === '/hang') continue;
      if (webhook.path.startsWith('/slow')) {
        slow.take(() => socket.write(answer));
        continue;
      }
      arrivals.note(webhook, nowMs());
      socket.write(answer);
    }
  });
};

const server = createServer(onConnection);
server.listen(0, '127.0.0.1', () => {
  serveCommands(
    {
      reset: arrivals.reset,
      waitFor: ({ count, timeoutMs }: { count: number; timeoutMs: number }) => arrivals.waitFor(count, timeoutMs),
      firstArrivals: arrivals.firstArrivals,
      lastArrivals: arrivals.lastArrivals,
      answerSlowlyAfter: slow.answerAfter,
      waitForSlow: slow.waitFor,
    },
    (server.address() as AddressInfo).port,
  );
});
