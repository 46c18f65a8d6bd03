import {
  type Erasure,
  erasurePreviewSchema,
  type ErasureReceipt,
  erasureReceiptSchema,
  erasureSchema,
} from '@delivery/contracts';
import { byFlags, type Command, command, type CommandInput, reasonFlags } from '../command.js';
import { renderFields, renderTable } from '../output.js';
import { readAction } from './endpoints.js';

const subjectFlags = {
  '--order <order_id>': 'of this order',
  '--phone <digits>': 'of all orders with this phone number, with or without the country’s code',
  '--merchant <merchant_id>': 'with --phone: only orders of this merchant',
  '--force': 'also orders under way, which then cannot be delivered',
};

const readSubject = ({ options: { order, phone, merchant, force } }: CommandInput) => ({
  order_id: order,
  phone,
  merchant_id: merchant,
  force: force !== undefined,
});

export const erasureCommands: readonly Command[] = [
  command(['erasures', 'create'], 'Erase customers’ data: of one order, or of all orders with a phone number.', {
    required: reasonFlags,
    options: { ...subjectFlags, ...byFlags },
    run: async (input) => {
      const body = { ...readSubject(input), ...readAction(input) };
      return toResult(await input.operator('/erasures', erasureSchema, { method: 'POST', body }));
    },
  }),
  command(['erasures', 'preview'], 'Show which orders an erasure would concern.', {
    options: subjectFlags,
    run: async (input) => {
      const call = { method: 'POST', body: readSubject(input) };
      const data = await input.operator('/erasures/preview', erasurePreviewSchema, call);
      const rows = data.shown.map((one) => [
        one.order_id,
        one.display_id,
        one.merchant_name,
        one.status,
        one.created_at,
      ]);
      const counts = { 'would be erased': data.orders, 'under way, left': data.left_under_way };
      const table = renderTable(['order', 'number', 'merchant', 'status', 'created'], rows);
      return { data, text: `${renderFields(counts)}\n\n${table}` };
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
