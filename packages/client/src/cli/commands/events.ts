import type { DeliveryClient } from '../../client.js';
import type { FeedEvent, FeedPage } from '../../types.js';
import type { Command, CommandInput } from '../command.js';
import { connectionFlags } from '../connection.js';
import { renderTime, toPrintable } from '../output.js';
import { withClient } from '../with-client.js';

export const eventsCommand: Command = {
  words: ['events'],
  summary: 'List everything that happened to your orders, oldest first, one line for each event.',
  flags: {
    after: { value: 'cursor', help: 'start after this cursor; "latest": only events from now on' },
    follow: { help: 'wait for more events, until Ctrl-C' },
    json: { help: 'a line of JSON for each event' },
    ...connectionFlags,
  },
  examples: ['events', 'events --after latest --follow', 'events --json'],
  run: (input) =>
    withClient(input, async (client) => {
      let cursor: string | undefined;
      for await (const page of readPages(client, input)) {
        for (const event of page.data)
          input.terminal.print(input.isOn('json') ? JSON.stringify(event) : renderEvent(input, event));
        cursor = page.next_cursor;
      }
      if (cursor !== undefined) input.terminal.tell(`continue later with --after ${cursor}`);
      return 0;
    }),
};

const readPages = ({ events }: DeliveryClient, input: CommandInput): AsyncIterable<FeedPage> => {
  const after = input.text('after');
  const options = { pageSize: 100, signal: input.signal, ...(after === undefined ? {} : { after }) };
  return (input.isOn('follow') ? events.follow({}, options) : events.list({}, options)).pages();
};

const [eventWidth, statusWidth] = [18, 20];

const renderEvent = ({ terminal }: CommandInput, { at, event, order_id: orderId, sequence, body }: FeedEvent): string =>
  [
    terminal.paint('faint', renderTime(at)),
    event.padEnd(eventWidth),
    subjectOf(body).padEnd(statusWidth),
    toPrintable(`${orderId} #${sequence}`),
  ].join('  ');

/** The status of an order, the endpoint that it is about, or the limits that refused calls. */
const subjectOf = (body: FeedEvent['body']): string => {
  if ('status' in body) return body.status;
  return 'endpoint' in body
    ? (body.endpoint.name ?? body.endpoint.id)
    : body.limits.map(({ limit }) => limit).join(',');
};
