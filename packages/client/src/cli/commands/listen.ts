import type { DeliveryClient } from '../../client.js';
import type { Command, CommandInput } from '../command.js';
import { type Connection, connectionFlags } from '../connection.js';
import { createOutlast } from '../follow.js';
import { createEndpointKeep, type ListenEndpoint, provideEndpoint } from '../listen/endpoint.js';
import { createForward, forwardMessages, renderLine } from '../listen/forward.js';
import { renderFields } from '../output.js';
import { readReceiver } from '../read-input.js';
import { withClient } from '../with-client.js';

/** So many go to the receiver at once. */
const atOnce = 10;
const waitSeconds = 20;
/** Longer than a receiver may take, a restart included. A refused webhook comes again after it. */
const visibilitySeconds = 30;

export const listenCommand: Command = {
  words: ['listen'],
  summary: 'Forward webhooks to a receiver on your machine, wherever the service runs. Until Ctrl-C.',
  flags: {
    'forward-to': { value: 'url', help: 'your receiver, e.g. http://localhost:3000/hooks' },
    endpoint: { value: 'id', help: 'fetch from this pull endpoint; default: an endpoint that it creates' },
    ...connectionFlags,
  },
  examples: ['listen --forward-to http://localhost:3000/hooks'],
  run: (input) =>
    withClient(input, async (client, connection) => {
      const url = readReceiver('forward-to', input.text('forward-to'));
      const keep = createEndpointKeep(input, connection);
      const endpoint = await provideEndpoint(client, keep, input.text('endpoint'));
      printHead(input, { url, connection, endpoint });
      return forwardAll(client, { input, url, endpointId: endpoint.id });
    }),
};

const printHead = (
  { terminal }: CommandInput,
  { url, connection, endpoint }: { url: string; connection: Connection; endpoint: ListenEndpoint },
): void => {
  const fields = {
    'webhooks of': connection.baseUrl,
    'go to': url,
    'signed with': endpoint.secret ?? 'the secret of that endpoint',
    endpoint: `${endpoint.id} (pull${endpoint.isNew ? ', new' : ''})`,
  };
  for (const line of renderFields(terminal, fields)) terminal.print(line);
  terminal.print('');
};

/** Fetch, forward, ack, until the signal; the messages under way then are finished. @throws the signal's reason */
const forwardAll = async (
  client: DeliveryClient,
  { input, url, endpointId }: { input: CommandInput; url: string; endpointId: string },
): Promise<never> => {
  const { signal, terminal } = input;
  const forward = createForward(url);
  const outlast = createOutlast({ tell: terminal.tell, signal });
  let isAway = false;
  const onAway = () => {
    if (!isAway) terminal.tell(`nothing listens at ${url}: retrying until your receiver answers`);
    isAway = true;
  };
  const query = { limit: atOnce, visibility: visibilitySeconds, signal };
  for (;;) {
    const messages = await outlast(({ isAway: isServiceAway }) =>
      // While the service is away the call does not wait for messages: its first answer shows that the service is back.
      client.endpoints.messages(endpointId, { ...query, wait: isServiceAway ? 0 : waitSeconds }),
    );
    const taken = await forwardMessages(messages, {
      forward,
      onAway,
      signal,
      onForwarded: (one) => {
        isAway &&= one.forwarded.kind === 'none';
        terminal.print(renderLine(terminal, one, new Date()));
      },
    });
    // Not with the signal: messages that were taken must not come again.
    if (taken.length > 0) await outlast(() => client.endpoints.ack(endpointId, taken));
  }
};
