import type { WebhookEvent } from '@delivery/contracts';
import {
  type EndpointAnswer,
  type EndpointServer,
  expectSuccess,
  type IntakeClient,
  startEndpointServer,
  startTcpProxy,
} from '@delivery/test-support';
import type { ReceivedWebhook } from '../record.js';
import { type BodySchema, createReader, type ReadWebhook } from './read-webhook.js';
import type { ShopEndpoint } from './shop-endpoint.js';

/** A server that webhooks are posted to. */
export type ShopServer = ShopEndpoint & {
  /** The path of its endpoint in the owner's API. */
  path: string;
  answerWith: (answer: EndpointAnswer) => void;
};

export type ServerOptions<Body> = {
  owner: Pick<IntakeClient, 'call'>;
  /** Where the owner makes endpoints. */
  path: string;
  name: string;
  filter: readonly WebhookEvent[] | undefined;
  schema: BodySchema<Body>;
  onWebhook: (webhook: ReceivedWebhook<Body>) => void;
};

export const openServer = async <Body>(options: ServerOptions<Body>): Promise<ShopServer> => {
  const { owner, name, filter, schema, onWebhook } = options;
  // The secret is known only after the URL is registered, and the first webhook comes after that.
  const state: { answer: EndpointAnswer; read: ReadWebhook<Body> } = {
    answer: {},
    read: createReader(name, undefined, schema),
  };
  const server: EndpointServer = await startEndpointServer({
    respond: (request) => {
      // The server accepts unless a fault makes it answer otherwise.
      const isAccepted = state.answer.kind === undefined && !('status' in state.answer);
      onWebhook({ ...state.read(request), isAccepted });
      return state.answer;
    },
  });
  const proxy = await startTcpProxy(() => [{ host: '127.0.0.1', port: server.port }]);
  const body = { url: proxy.urlOf(server.url), events: filter };
  const created = expectSuccess(await owner.call(options.path, { method: 'POST', body }));
  const id = String(created['id']);
  state.read = createReader(name, String(created['secret']), schema);
  return {
    name,
    id,
    type: 'push',
    filter,
    proxy,
    path: `${options.path}/${id}`,
    answerWith: (next) => {
      state.answer = next;
    },
    close: async () => {
      await proxy.close();
      await server.close();
    },
  };
};
