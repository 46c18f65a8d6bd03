import { pageQuerySchema } from '../list-queries.js';
import { callsOf } from './call.js';
import { orderId } from './order-examples.js';
import { pathId, uuid } from './parameters.js';
import { previewParameter } from './preview-examples.js';

const path = '/operator/v1/erasures';
const erasureId = '019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8ba';

const action = { by: 'ana', reason: 'ticket 4711' };

export const operatorErasureCalls = callsOf('Erasures', {
  requestErasure: {
    request: ['POST', path],
    role: 'administer',
    summary: 'Erase what is a customer’s, from one order or from all of a phone number',
    description:
      'Erases content, `external_data`, the words of reasons, tracking URLs and what receivers answered, from ' +
      'orders, webhooks ' +
      'that still wait, commands and dead letters. Webhooks that are sent after that have `external_data: {}`. ' +
      'By phone, orders ' +
      'are found with and without the country’s code, and zeros before it; those that are under way are left and ' +
      'named, and ' +
      'those that arrive later are not concerned. Asking twice does no harm.',
    body: {
      schema: 'RequestErasure',
      examples: {
        order: { summary: 'One order', value: { order_id: orderId, ...action } },
        phone: { summary: 'All orders of a phone number', value: { phone: '5511987654321', ...action } },
      },
    },
    answers: {
      201: { description: 'Done: the receipt.', schema: 'Erasure' },
      202: { description: 'On record, and carried on in the background: look again at `Location`.', schema: 'Erasure' },
    },
    parameters: [previewParameter],
    problems: ['order_not_found', 'order_purged', 'order_under_way', 'merchant_not_found', 'preview_stale'],
  },
  previewErasure: {
    request: ['POST', `${path}/preview`],
    role: 'administer',
    summary: 'Preview an erasure',
    description: 'It changes nothing.',
    body: {
      schema: 'PreviewErasure',
      examples: { phone: { summary: 'All orders of a phone number', value: { phone: '5511987654321' } } },
    },
    answers: {
      200: { description: 'The orders, and the token that binds the erasure to them.', schema: 'ErasurePreview' },
    },
    problems: ['order_not_found', 'order_purged', 'merchant_not_found'],
  },
  listErasures: {
    request: ['GET', path],
    role: 'look',
    summary: 'List erasures that were asked for',
    query: pageQuerySchema,
    answers: { 200: { description: 'One page, newest first.', schema: 'ErasureList' } },
  },
  getErasure: {
    request: ['GET', `${path}/{erasure_id}`],
    role: 'look',
    summary: 'Read an erasure',
    parameters: [pathId('The erasure.', uuid, erasureId, 'erasure_id')],
    answers: { 200: { description: 'As far as it has come.', schema: 'ErasureReceipt' } },
    problems: ['erasure_not_found'],
  },
});
