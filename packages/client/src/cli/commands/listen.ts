import type { DeliveryClient } from '../../client.js';
import { parseUrl } from '../../parse-url.js';
import type { Command, CommandInput } from '../command.js';
import { type Connection, connectionFlags } from '../connection.js';
import { CannotRunError } from '../errors.js';
import { createForward } from '../listen/forward.js';
import { forwardMessages } from '../listen/forward-messages.js';
import { createEndpointKeep } from '../listen/kept-endpoint.js';
import { type ListenEndpoint, provideEndpoint } from '../listen/provide-endpoint.js';
import { renderLine } from '../listen/render-line.js';
import { createOutlast } from '../outlast-outages.js';
import { renderFields } from '../output/table.js';
import { withClient } from '../with-client.js';

/** So many go to the receiver at once. */
const atOnce = 10;
const waitSeconds = 20;
/** Longer than a receiver may take, and a wait for one that is restarted. What is refused comes again after it. */
const visibilitySeconds = 30;

export const listenCommand: Command = {
  words: ['listen'],
  summary: 'Have webhooks come to a receiver on your machine, from wherever the service is. Until Ctrl-C.',
  flags: {
    'forward-to': { type: 'string', value: 'url', help: 'your receiver, e.g. http://localhost:3000/hooks' },
    endpoint: { type: 'string', value: 'id', help: 'fetch from this pull endpoint; default: one of its own' },
    ...connectionFlags,
  },
  examples: ['listen --forward-to http://localhost:3000/hooks'],
  run: (input) =>
    withClient(input, async (client, connection) => {
      const url = readForwardTo(input.text('forward-to'));
      const keep = createEndpointKeep(input, connection);
      const endpoint = await provideEndpoint(client, keep, input.text('endpoint'));
      printHead(input, { url, connection, endpoint });
      return forwardAll(client, { input, url, endpointId: endpoint.id });
    }),
};

const readForwardTo = (given: string | undefined): string => {
  if (given === undefined)
    throw new CannotRunError('say where your receiver is: --forward-to http://localhost:3000/hooks');
  const url = parseUrl(given);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new CannotRunError(`--forward-to ${given} is no http or https URL, e.g. http://localhost:3000/hooks`);
  return url.href;
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

/** Fetch, forward, ack, until the signal: what is under way then is brought to its end. @throws the signal's reason */
const forwardAll = async (
  client: DeliveryClient,
  { input, url, endpointId }: { input: CommandInput; url: string; endpointId: string },
): Promise<never> => {
  const { signal, terminal } = input;
  const forward = createForward(url);
  const outlast = createOutlast({ tell: terminal.tell, signal });
  let isAway = false;
  const onAway = () => {
    if (!isAway) terminal.tell(`nobody listens at ${url}: trying again until somebody does`);
    isAway = true;
  };
  const query = { limit: atOnce, visibility: visibilitySeconds, signal };
  for (;;) {
    const messages = await outlast(({ isAway: isServiceAway }) =>
      // Its first answer tells that it is back, so it is not waited for.
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
    // Not with the signal: what was taken must not come again.
    if (taken.length > 0) await outlast(() => client.endpoints.ack(endpointId, taken));
  }
};
