import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { WebhookRefusedError } from '@delivery/client/webhooks';
import type { Till } from './till.js';

type Taken = { status: number; body: object; work?: () => Promise<void> };

/** Push: webhooks come to a URL of the till. The answer goes first, the work follows. */
export const receivePushes = async (till: Till, port: number): Promise<void> => {
  const server = createServer((request, response) => {
    takeRequest(till, request)
      .then(({ status, body, work }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        return work?.();
      })
      .catch((error: unknown) => {
        process.stderr.write(`not worked off: ${String(error)}\n`);
      });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
};

const takeRequest = async (till: Till, request: IncomingMessage): Promise<Taken> => {
  try {
    const { handled, work } = await till.take({ headers: request.headers, body: await buffer(request) });
    return { status: 200, body: { handled }, work };
  } catch (error) {
    if (error instanceof WebhookRefusedError) return { status: 400, body: { refused: error.refusal } };
    // Not the sender's fault: a 5xx, so that it comes again.
    return { status: 500, body: {} };
  }
};
