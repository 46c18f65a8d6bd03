import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  createMemoryStore,
  createOrderGuard,
  type GuardedEvent,
  verify,
  type WebhookEvent,
  WebhookRefusedError,
} from '../../src/webhooks/index.js';

export type Incoming = { headers: Record<string, string>; body: Buffer };

/** The stages of a receiver. A broken one has a common mistake in one of them. */
export type Stages = {
  maxHeaderSize: number;
  /** @throws WebhookRefusedError: answered 400 */
  accept: (incoming: Incoming) => Promise<WebhookEvent>;
  /** @throws Error: answered 500 */
  understand: (event: WebhookEvent) => void;
  /** The word for the answer; `undefined`: it says nothing. */
  judge: (event: GuardedEvent & { webhookId: string }) => Promise<string | undefined>;
  /** Before it answers. */
  work: (event: WebhookEvent) => Promise<void>;
  statusOf: (handled: string | undefined) => number;
};

/** The right stages, as in the README. */
export const goodStages = (secret: string): Stages => {
  const guard = createOrderGuard(createMemoryStore());
  return {
    maxHeaderSize: 16_384,
    accept: (incoming) => verify(incoming, secret),
    understand: () => undefined,
    judge: async (event) => (await guard.check(event)).kind,
    work: () => Promise.resolve(),
    statusOf: () => 200,
  };
};

export type Receiver = { url: string; close: () => Promise<void> };

export const startReceiver = async (stages: Stages): Promise<Receiver> => {
  const receive = async (incoming: Incoming): Promise<{ status: number; body: object }> => {
    try {
      const event = await stages.accept(incoming);
      stages.understand(event);
      const handled = await stages.judge(event);
      await stages.work(event);
      return { status: stages.statusOf(handled), body: handled === undefined ? {} : { handled } };
    } catch (error) {
      return { status: error instanceof WebhookRefusedError ? 400 : 500, body: {} };
    }
  };
  const server = createServer({ maxHeaderSize: stages.maxHeaderSize }, (request, response) => {
    void (async () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const { status, body } = await receive({ headers, body: await buffer(request) });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
