import { EventEmitter, once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { webhookBodySchema, type WebhookEvent } from '@delivery/contracts';
import {
  type EndpointAnswer,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  type ReceivedRequest,
  startEndpointServer,
  startTcpProxy,
  type TcpProxy,
} from '@delivery/test-support';
import { type FeedFollower, followFeed } from './load/follow-feed.js';
import type { ReceivedWebhook, RoundRecord } from './record.js';
import type { Stage } from './stage.js';

type ShopEndpoint = {
  name: string;
  /** None: every event. */
  filter: readonly WebhookEvent[] | undefined;
  /** Between the dispatcher and the merchant's server. */
  proxy: TcpProxy;
  answerWith: (answer: EndpointAnswer) => void;
  close: () => Promise<void>;
};

/** A merchant with servers of its own. */
export type Shop = {
  index: number;
  merchant: Merchant;
  endpoints: readonly ShopEndpoint[];
  /** Reads along what the endpoints are sent. */
  feed: FeedFollower;
  /** Resolves when a webhook of the order that fulfils the predicate has been accepted. */
  waitForWebhook: (
    orderId: string,
    isWanted: (webhook: ReceivedWebhook) => boolean,
    signal: AbortSignal,
  ) => Promise<void>;
  close: () => Promise<void>;
};

/** The first has two endpoints, one of them with an event filter; the second one of its own. */
export const openShops = async (stage: Stage, record: RoundRecord): Promise<[Shop, Shop]> => [
  await openShop(stage, record, 0, [undefined, ['status_changed']]),
  await openShop(stage, record, 1, [undefined]),
];

const openShop = async (
  { product }: Stage,
  record: RoundRecord,
  index: number,
  filters: readonly (WebhookEvent[] | undefined)[],
): Promise<Shop> => {
  const arrivals = new EventEmitter().setMaxListeners(0);
  const onWebhook = (orderId: string, webhook: ReceivedWebhook): void => {
    record.webhooks.set(orderId, [...(record.webhooks.get(orderId) ?? []), webhook]);
    if (webhook.isAccepted) arrivals.emit(orderId);
  };
  const merchant = await product.createMerchant({ name: `shop ${index}` });
  const endpoints = await Promise.all(
    filters.map((filter, number) =>
      openEndpoint({ merchant, name: `shop ${index} endpoint ${number}`, filter, onWebhook }),
    ),
  );
  const feed = followFeed(merchant, (message) => record.wrongAnswers.push(message));
  return {
    index,
    merchant,
    endpoints,
    feed,
    waitForWebhook: async (orderId, isWanted, signal) => {
      const isThere = () => record.webhooks.get(orderId)?.some((webhook) => webhook.isAccepted && isWanted(webhook));
      while (!isThere()) {
        await once(arrivals, orderId, { signal }).catch((cause: unknown) => {
          throw new Error(`${orderId}: a webhook that was waited for did not come`, { cause });
        });
      }
    },
    close: async () => {
      await Promise.all([feed.close(), ...endpoints.map((endpoint) => endpoint.close())]);
    },
  };
};

type EndpointOptions = {
  merchant: Merchant;
  name: string;
  filter: WebhookEvent[] | undefined;
  onWebhook: (orderId: string, webhook: ReceivedWebhook) => void;
};

const openEndpoint = async ({ merchant, name, filter, onWebhook }: EndpointOptions): Promise<ShopEndpoint> => {
  // The secret is known only after the URL is registered, and the first webhook comes after that.
  const state: EndpointState = { answer: {}, verifier: undefined };
  const server: EndpointServer = await startEndpointServer({
    respond: (request) => {
      const body = webhookBodySchema.parse(request.json());
      onWebhook(body.id, readWebhook(name, request, state));
      return state.answer;
    },
  });
  const proxy = await startTcpProxy(() => [{ host: '127.0.0.1', port: server.port }]);
  const created = expectSuccess(
    await merchant.call('/v1/webhook-endpoints', {
      method: 'POST',
      body: { url: proxy.urlOf(server.url), events: filter },
    }),
  );
  state.verifier = new Webhook(String(created['secret']));
  return {
    name,
    filter,
    proxy,
    answerWith: (next) => {
      state.answer = next;
    },
    close: async () => {
      await proxy.close();
      await server.close();
    },
  };
};

type EndpointState = { answer: EndpointAnswer; verifier: Webhook | undefined };

const readWebhook = (
  endpoint: string,
  request: ReceivedRequest,
  { answer, verifier }: EndpointState,
): ReceivedWebhook => ({
  endpoint,
  webhookId: request.headers['webhook-id'] ?? '',
  sequence: Number(request.headers['webhook-sequence']),
  previousSequence: Number(request.headers['webhook-previous-sequence']),
  body: webhookBodySchema.parse(request.json()),
  isSigned: isSigned(request, verifier),
  // Whatever else a shop answers is a fault's.
  isAccepted: answer.kind === undefined && !('status' in answer),
});

const isSigned = ({ body, headers }: ReceivedRequest, verifier: Webhook | undefined): boolean => {
  try {
    verifier?.verify(body, headers);
    return verifier !== undefined;
  } catch {
    // The checks report it with the order it belongs to.
    return false;
  }
};
