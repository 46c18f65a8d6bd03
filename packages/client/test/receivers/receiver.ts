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

/** An answer other than 2xx, with a value of the header `webhook-delivery`. */
export type Refusal = { status: number; word: string };

/** The stages of a receiver. A broken one has a common mistake in one of them. */
export type Stages = {
  maxHeaderSize: number;
  /** @throws WebhookRefusedError: answered 400 */
  accept: (incoming: Incoming) => Promise<WebhookEvent>;
  /** @throws Error: answered 500 */
  understand: (event: WebhookEvent) => void;
  /** Before it looks at anything else. `path`: of the URL. */
  refusal: (event: WebhookEvent, path: string | undefined) => Refusal | undefined;
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
    refusal: ({ event, body }, path) => {
      if (path === retiredPath) return { status: 404, word: 'disable' };
      const isUnwanted = event !== 'unknown' && 'external_id' in body && body.external_id === unwantedId;
      return isUnwanted ? { status: 404, word: 'abort-message' } : undefined;
    },
    judge: async (event) => (await guard.check(event)).kind,
    work: () => Promise.resolve(),
    statusOf: () => 200,
  };
};

const [unwantedId, retiredPath] = ['unwanted-1', '/retired'];
/** The flags of `delivery conform` for its optional checks. */
export const wordFlags = (url: string): string[] => [
  ...['--unwanted-id', unwantedId],
  ...['--retired-url', new URL(retiredPath, url).href],
];

export type Receiver = { url: string; close: () => Promise<void> };

type Answered = { status: number; word?: string; body: object };

export const startReceiver = async (stages: Stages): Promise<Receiver> => {
  const receive = async (incoming: Incoming, path: string | undefined): Promise<Answered> => {
    try {
      const event = await stages.accept(incoming);
      stages.understand(event);
      const refusal = stages.refusal(event, path);
      if (refusal) return { ...refusal, body: {} };
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
      const { status, word, body } = await receive({ headers, body: await buffer(request) }, request.url);
      if (word !== undefined) response.setHeader('webhook-delivery', word);
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
