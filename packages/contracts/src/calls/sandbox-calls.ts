import { callsOf } from './call.js';
import { endpointExample, endpointId } from './endpoint-example.js';
import { orderId } from './order-examples.js';
import { type Json, pathId, schemaRef, uuid } from './parameters.js';

const order = '/v1/sandbox/orders/{id}';
const parameters = [pathId('The order.', schemaRef('OrderId'), orderId)];

const example: Json = {
  id: orderId,
  external_id: 'A-1001',
  status: 'at_pickup',
  scenario: 'delivered',
  speed: 1,
  seed: orderId,
  ignored: { pointers: ['/items/0/note'], count: 1 },
  manual_since: '2026-01-31T18:44:02.120Z',
  next: {
    may: ['on_route_to_delivery', 'ready', 'canceled'],
    advance: 'on_route_to_delivery',
    scenario: 'on_route_to_delivery',
  },
};

export const sandboxCalls = callsOf('Sandbox', {
  getSandboxOrder: {
    request: ['GET', order],
    summary: 'List the next possible statuses',
    description:
      'The possible next statuses of an order, the effect of an empty advance, and the next step of its scenario.',
    parameters,
    answers: { 200: { description: 'The order and its simulation plan.', schema: 'SandboxOrder', example } },
    problems: ['order_not_found', 'order_purged', 'route_not_found'],
  },
  advanceSandboxOrder: {
    request: ['POST', `${order}/advance`],
    summary: 'Set the status of an order',
    description:
      'Acts as the courier. An empty body takes the next step to `delivered`. From the first call on, simulated ' +
      'couriers leave the order alone; a report of theirs that is under way may still arrive.',
    parameters,
    body: {
      schema: 'AdvanceSandboxOrder',
      isOptional: true,
      examples: {
        next: { summary: 'The next step to delivered', value: {} },
        to: { summary: 'To a status', value: { to: 'canceled', reason: { code: 'no_courier' } } },
      },
    },
    answers: { 200: { description: 'The order as it is now.', schema: 'SandboxOrder', example } },
    problems: ['order_not_found', 'order_purged', 'route_not_found', 'invalid_state_transition', 'order_history_full'],
  },
  injectFault: {
    request: ['POST', '/v1/sandbox/webhook-endpoints/{id}/inject-fault'],
    summary: 'Try your receiver with a fault',
    description:
      'The fault is sent once, beside the next suitable webhook; twice at most if a part of the service dies at ' +
      'that moment. A `gap` waits for an event that another event of its order follows. Your receiver’s answer ' +
      'to the fault does not affect the webhook, and `last_fault` shows it. A new fault replaces one that was ' +
      'not sent yet.',
    parameters: [pathId('The endpoint.', uuid, endpointId)],
    body: {
      schema: 'InjectFault',
      examples: { wrongSignature: { summary: 'A wrong signature', value: { kind: 'wrong_signature' } } },
    },
    answers: {
      200: {
        description: 'The endpoint, with the fault that is to come.',
        schema: 'Endpoint',
        example: { ...endpointExample, fault: { kind: 'wrong_signature', at: '2026-01-31T18:44:02.120Z' } },
      },
    },
    problems: ['endpoint_not_found', 'route_not_found', 'endpoint_type_mismatch'],
  },
});
