import type { WebhookEvent } from '@delivery/contracts';
import {
  type EndpointAnswer,
  type EndpointServer,
  expectSuccess,
  type Merchant,
  startEndpointServer,
  startTcpProxy,
} from '@delivery/test-support';
import type { ReceivedWebhook } from '../record.js';
import { createReader, type ReadWebhook } from './read-webhook.js';
import type { ShopEndpoint } from './shop-endpoint.js';

/** A merchant's server, which webhooks are posted to. */
export type ShopServer = ShopEndpoint & { answerWith: (answer: EndpointAnswer) => void };

export type ServerOptions = {
  merchant: Merchant;
  name: string;
  filter: readonly WebhookEvent[] | undefined;
  onWebhook: (webhook: ReceivedWebhook) => void;
};

export const openServer = async ({ merchant, name, filter, onWebhook }: ServerOptions): Promise<ShopServer> => {
  // The secret is known only after the URL is registered, and the first webhook comes after that.
  const state: { answer: EndpointAnswer; read: ReadWebhook } = { answer: {}, read: createReader(name, undefined) };
  const server: EndpointServer = await startEndpointServer({
    respond: (request) => {
      // The shop accepts unless a fault makes it answer otherwise.
      const isAccepted = state.answer.kind === undefined && !('status' in state.answer);
      onWebhook({ ...state.read(request), isAccepted });
      return state.answer;
    },
  });
  const proxy = await startTcpProxy(() => [{ host: '127.0.0.1', port: server.port }]);
  const body = { url: proxy.urlOf(server.url), events: filter };
  const created = expectSuccess(await merchant.call('/v1/webhook-endpoints', { method: 'POST', body }));
  state.read = createReader(name, String(created['secret']));
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
