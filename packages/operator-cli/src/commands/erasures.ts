import { type Erasure, type ErasureReceipt, erasureReceiptSchema, erasureSchema } from '@delivery/contracts';
import { byFlags, type Command, command, reasonFlags } from '../command.js';
import { renderFields, renderTable } from '../output.js';
import { readAction } from './endpoints.js';

export const erasureCommands: readonly Command[] = [
  command(['erasures', 'create'], 'Erase customers’ data: of one order, or of all orders with a phone number.', {
    required: reasonFlags,
    options: {
      '--order <order_id>': 'of this order',
      '--phone <digits>': 'of all orders with this phone number, with or without the country’s code',
      '--merchant <merchant_id>': 'with --phone: only orders of this merchant',
      '--force': 'also orders under way, which then cannot be delivered',
      ...byFlags,
    },
    run: async (input) => {
      const { order, phone, merchant, force } = input.options;
      const subject = { order_id: order, phone, merchant_id: merchant, force: force !== undefined };
      const body = { ...subject, ...readAction(input) };
      return toResult(await input.operator('/erasures', erasureSchema, { method: 'POST', body }));
    },
  }),
  command(['erasures', 'show'], 'Show the receipt and the progress of an erasure.', {
    args: ['erasure_id'],
    run: async ({ operator, args }) => {
      const path = `/erasures/${encodeURIComponent(args['erasure_id'] ?? '')}`;
      return toReceipt(await operator(path, erasureReceiptSchema));
    },
  }),
];

const toReceipt = (data: ErasureReceipt) => {
  const notified = renderTable(
    ['told', 'endpoint', 'delivered', 'pending', 'exhausted', 'skipped'],
    data.notified.map((one) => [one.owner_id, one.endpoint_id, one.delivered, one.pending, one.exhausted, one.skipped]),
  );
  return { data, text: `${toResult(data).text}\n\n${notified}` };
};

const toResult = (data: Erasure) => {
  const { erased } = data;
  const fields = {
    erasure: data.id,
    status: data.status,
    of: data.order_id ?? 'a phone number',
    merchant: data.merchant_id,
    force: data.force ? 'yes' : 'no',
    'requested by': data.requested_by,
    created: data.created_at,
    completed: data.completed_at,
    orders: erased.order_ids.join(','),
    'dead letters': erased.dead_letter_ids.join(','),
    events: erased.events,
    attempts: erased.attempts,
    commands: erased.commands,
    'under way, left': data.under_way_order_ids.join(','),
  };
  const kept = renderTable(
    ['kept', 'why'],
    data.kept.map(({ what, why }) => [what, why]),
  );
  return { data, text: `${renderFields(fields)}\n\n${kept}` };
};
