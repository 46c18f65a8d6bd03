import { sentRequestsQuerySchema } from '../sent-requests.js';
import { callsOf } from './call.js';
import { deliveryId } from './delivery-calls.js';
import { orderId } from './order-examples.js';
import { merchantId, merchantIdSchema, pathId, schemaRef, uuid } from './parameters.js';

const logged =
  'Who asks (token or session, and from where), for what and when is logged as `customer_data.read`. A token that may only read is refused.';

export const sentRequestsCalls = callsOf('Webhooks', {
  getMerchantSentRequests: {
    request: ['GET', '/operator/v1/merchants/{merchant_id}/webhook-deliveries/{delivery_id}/requests'],
    role: 'look',
    summary: 'The requests of a delivery of a merchant, as they were sent',
    description: `Requests are not kept: they are built again by what built them, from what is still known, and \`unknown\` says of each attempt what is not. With \`customer_data=shown\`: ${logged}`,
    parameters: [
      pathId('The merchant.', merchantIdSchema, merchantId, 'merchant_id'),
      pathId('The delivery.', uuid, deliveryId, 'delivery_id'),
    ],
    query: sentRequestsQuerySchema,
    answers: { 200: { description: 'Of the newest hundred attempts.', schema: 'SentRequests' } },
    problems: ['delivery_not_found', 'insufficient_scope'],
  },
});

export const operatorCustomerCalls = {
  ...callsOf('Orders', {
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
  }),
  ...sentRequestsCalls,
};
