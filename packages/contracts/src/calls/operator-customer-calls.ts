import { callsOf } from './call.js';
import { orderId } from './order-examples.js';
import { pathId, schemaRef } from './parameters.js';

const logged =
  'Who asks (token or session, and from where), for what and when is logged as `customer_data.read`. A token that may only read is refused.';

export const operatorCustomerCalls = callsOf('Orders', {
  getOrderCustomer: {
    request: ['GET', '/operator/v1/orders/{order_id}/customer'],
    role: 'customers_data',
    summary: 'Who ordered what, and to where',
    description: `No other call of this API tells. ${logged}`,
    parameters: [pathId('The order.', schemaRef('OrderId'), orderId, 'order_id')],
    answers: { 200: { description: 'What of the order is the customer’s.', schema: 'OrderCustomer' } },
    problems: ['order_not_found', 'order_purged', 'insufficient_scope', 'customer_data_erased'],
  },
  getOrderPosition: {
    request: ['GET', '/operator/v1/orders/{order_id}/position'],
    role: 'look',
    summary: 'Where the courier is',
    description:
      'While the order is on its way to the customer, and where its courier’s system tells. Without the role `customers_data` only how far away. Who has looked is in the activity log, once an hour for each.',
    parameters: [pathId('The order.', schemaRef('OrderId'), orderId, 'order_id')],
    answers: { 200: { description: 'When and how far away the courier was seen last.', schema: 'OrderPosition' } },
    problems: ['order_not_found', 'order_purged'],
  },
});
