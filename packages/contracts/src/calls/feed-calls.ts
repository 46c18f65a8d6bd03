import { eventFeedPollSchema } from '../list-queries.js';
import { callsOf } from './call.js';
import { eventBodyExamples, orderId } from './order-examples.js';
import { merchantId } from './parameters.js';

const eventCursor = Buffer.from(JSON.stringify(['feed', '5f0c2d7e', 4711, orderId, 1])).toString('base64url');
const nextCursor = Buffer.from(JSON.stringify(['feed', '5f0c2d7e', 4712, '', 0])).toString('base64url');

const feedExample = {
  cursor: eventCursor,
  order_id: orderId,
  sequence: 1,
  event: 'status_changed',
  at: '2026-01-31T18:41:07.312Z',
  body: eventBodyExamples.status_changed,
};
const end = { next_cursor: nextCursor, has_more: false };

export const feedCalls = callsOf('Events', {
  listEvents: {
    request: ['GET', '/v1/events'],
    summary: 'List events of all orders',
    description:
      'The events of all your orders in one sequence: no event is inserted before one that was shown, and events ' +
      'of an order are sorted by `sequence`. Store `next_cursor` with your work, and continue there: you miss ' +
      'nothing and see nothing twice.',
    query: eventFeedPollSchema,
    answers: {
      200: {
        description: 'One page, oldest first. An empty one: nothing has happened since.',
        schema: 'FeedPage',
        example: { data: [feedExample], ...end },
      },
    },
    variations: {
      platform: { example: { data: [{ ...feedExample, merchant_id: merchantId, reference: 'loja-12' }], ...end } },
    },
    problems: ['cursor_expired'],
  },
});
