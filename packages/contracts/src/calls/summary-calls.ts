import { searchQuerySchema } from '../list-queries.js';
import { callsOf } from './call.js';
import { endpointId } from './endpoint-example.js';
import { listEntryExample } from './order-examples.js';
import { shown } from './shown-members.js';

export const summaryCalls = callsOf('Orders', {
  getSummary: {
    request: ['GET', '/v1/summary'],
    tool: { shows: shown.summary },
    summary: 'Read the summary',
    description:
      'Orders and webhooks of the last 24 hours by their current state, and the health of each endpoint. The ' +
      'newest 10,000 of each are counted.',
    answers: {
      200: {
        description: 'At a glance.',
        schema: 'Summary',
        example: {
          merchant: {
            id: '0c2f6d1e9b7a4c55a3d08e41f6b2c790',
            name: 'Cantina da Praça',
            mode: 'live',
            time_zone: 'America/Sao_Paulo',
          },
          since: '2026-01-30T18:41:00.000Z',
          orders: { by_status: { ready: 1, delivered: 41, canceled: 2 }, truncated: false },
          late_orders: 0,
          orders_without_courier: 0,
          deliveries: { by_state: { waiting: 3, delivered: 289 }, truncated: false },
          endpoints: [
            {
              id: endpointId,
              health: 'breaker_open',
              waiting: 3,
              failing_since: '2026-01-31T18:40:12.120Z',
              untried: false,
            },
          ],
          incidents: [
            {
              endpoint_id: endpointId,
              kind: 'failing',
              since: '2026-01-31T09:40:00.000Z',
              ended_at: '2026-01-31T10:10:00.000Z',
              late: 31,
              undelivered: 0,
            },
          ],
        },
      },
    },
  },
  searchOrders: {
    request: ['GET', '/v1/search'],
    tool: { shows: shown.foundOrders },
    summary: 'Search',
    description:
      'An order by its whole id, `external_id`, `display_id`, a `webhook-id` or the id of a delivery, or by its ' +
      'customer’s phone number, with or without the country’s code, or the last four digits. An endpoint by its ' +
      'id or a part of its URL.',
    query: searchQuerySchema,
    answers: {
      200: {
        description: 'At most fifty.',
        schema: 'SearchResult',
        example: {
          data: [{ ...listEntryExample, found_by: 'external_id' }],
          purged: [],
          endpoints: [],
          truncated: false,
        },
      },
    },
  },
});
