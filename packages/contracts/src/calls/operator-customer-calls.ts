import { callsOf } from './call.js';
import { orderId } from './order-examples.js';
import { pathId, schemaRef } from './parameters.js';

const logged =
  'The log line `customer_data.read` names the caller, the order and the time. A read-only token is refused.';

export const operatorCustomerCalls = callsOf('Orders', {
  getOrderCustomer: {
    request: ['GET', '/operator/v1/orders/{order_id}/customer'],
    role: 'customers_data',
    summary: 'Read the customer’s data of an order',
    description: `No other call of this API tells. ${logged}`,
    parameters: [pathId('The order.', schemaRef('OrderId'), orderId, 'order_id')],
    answers: { 200: { description: 'The customer’s data of the order.', schema: 'OrderCustomer' } },
    problems: ['order_not_found', 'order_purged', 'insufficient_scope', 'customer_data_erased'],
  },
  getOrderPosition: {
    request: ['GET', '/operator/v1/orders/{order_id}/position'],
    role: 'look',
    summary: 'Read the position of the courier',
    description:
      'Known while the order is on its way to the customer, if its courier’s system reports positions. Without ' +
      'the role `customers_data` only the distance is shown. The activity log records each reader once an hour.',
    parameters: [pathId('The order.', schemaRef('OrderId'), orderId, 'order_id')],
    answers: { 200: { description: 'When and how far away the courier was seen last.', schema: 'OrderPosition' } },
    problems: ['order_not_found', 'order_purged'],
  },
});
