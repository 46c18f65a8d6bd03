import type { Call } from '../openapi/call.js';
import { cursor, feedWait, pageParameters, queryParameter } from '../openapi/parameters.js';
import { eventBodyExamples, orderId } from './order-examples.js';

const eventCursor = Buffer.from(JSON.stringify(['feed', '5f0c2d7e', 4711, orderId, 1])).toString('base64url');
const nextCursor = Buffer.from(JSON.stringify(['feed', '5f0c2d7e', 4712, '', 0])).toString('base64url');

const listEvents: Call = {
  id: 'listEvents',
  method: 'get',
  path: '/v1/events',
  tag: 'Events',
  summary: 'Catch up on all orders',
  description:
    'The events of all orders of yours, in one order: no event is ever added before one that was shown, and those of one order come by `sequence`. Keep `next_cursor` with your work, and go on there: you miss nothing and see nothing twice.',
  parameters: [
    queryParameter(
      'after',
      'A `next_cursor`, or the `cursor` of an event. Absent: from the oldest that is kept. `latest`: what happens from now on, and what happened a moment before, if the feed does not show it yet; the page is empty, unless it waits.',
      cursor,
    ),
    queryParameter(
      'events',
      'Only these events, their names separated by commas. Absent: the three of the specification. A page may be empty while more follow: see `has_more`.',
      { type: 'string', pattern: '^[a-z_]+(,[a-z_]+)*$', example: 'status_changed,order_changed' },
    ),
    feedWait,
    ...pageParameters.slice(1),
  ],
  answers: {
    200: {
      description: 'One page, oldest first. An empty one: nothing has happened since.',
      schema: 'FeedPage',
      example: {
        data: [
          {
            cursor: eventCursor,
            order_id: orderId,
            sequence: 1,
            event: 'status_changed',
            at: '2026-01-31T18:41:07.312Z',
            body: eventBodyExamples.statusChanged,
          },
        ],
        next_cursor: nextCursor,
        has_more: false,
      },
    },
  },
  problems: ['cursor_expired'],
};

export const feedCalls: readonly Call[] = [listEvents];
