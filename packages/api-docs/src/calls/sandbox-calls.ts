import type { Json } from '../json.js';
import type { Call } from '../openapi/call.js';
import { pathId } from '../openapi/parameters.js';
import { schemaRef } from '../schemas/convert-schemas.js';
import { orderId } from './order-examples.js';

const tag = 'Sandbox';
const order = '/v1/sandbox/orders/{id}';
const parameters = [pathId('The order.', schemaRef('OrderId'), orderId)];

const example: Json = {
  id: orderId,
  external_id: 'A-1001',
  status: 'at_pickup',
  scenario: 'delivered',
  speed: 1,
  seed: orderId,
  by_hand_since: '2026-01-31T18:44:02.120Z',
  next: {
    may: ['on_route_to_delivery', 'ready', 'canceled'],
    advance: 'on_route_to_delivery',
    scenario: 'on_route_to_delivery',
  },
};

const getSandboxOrder: Call = {
  id: 'getSandboxOrder',
  method: 'get',
  path: order,
  tag,
  summary: 'See what may come next',
  description: 'What may come next of an order, what an empty advance would do, and what its scenario would.',
  parameters,
  answers: { 200: { description: 'The order and its story.', schema: 'SandboxOrder', example } },
  problems: ['order_not_found', 'route_not_found'],
};

const advanceSandboxOrder: Call = {
  id: 'advanceSandboxOrder',
  method: 'post',
  path: `${order}/advance`,
  tag,
  summary: 'Move an order by hand',
  description:
    'As a courier would. An empty body: the next step to `delivered`, another one each time. From the first call on simulated couriers leave the order alone; a report of theirs that is on its way just then may still come.',
  parameters,
  body: {
    schema: 'AdvanceSandboxOrder',
    required: false,
    examples: {
      next: { summary: 'The next step to delivered', value: {} },
      to: { summary: 'To a status', value: { to: 'canceled', reason: { code: 'no_courier' } } },
    },
  },
  answers: { 200: { description: 'The order as it is now.', schema: 'SandboxOrder', example } },
  problems: ['order_not_found', 'route_not_found', 'invalid_state_transition'],
};

export const sandboxCalls: readonly Call[] = [getSandboxOrder, advanceSandboxOrder];
