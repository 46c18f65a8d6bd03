import { z } from 'zod';
import { orderEventListQuerySchema } from '@delivery/contracts';
import { decodeCursor, encodeCursor, type QueryHandler, toPage, withQuery } from '@delivery/http-edge';
import { inSnapshot, type Pool } from '@delivery/postgres';
import { readMerchantId, readOrderId } from '../http/read-params.js';
import { whyNoOrderOf } from '../http/why-no-order.js';
import { type EventWebhook, listEventWebhooks } from '../ledger/queries/read-deliveries.js';
import { listOrderEvents, type OrderEventPosition, type OrderEventRow } from '../orders/queries/events.js';
import { readOrder } from '../orders/queries/read-orders.js';

const sequenceSchema = z.int().min(0).max(2_147_483_647);
const cursorSchema = z.tuple([sequenceSchema, z.int().min(0).max(1), z.iso.datetime(), z.string()]);

/** Catch-up: every event with its body, and every refused command, in the order in which they happened. */
export const viewOrderEvents = (deps: { pool: Pool }): QueryHandler =>
  withQuery(orderEventListQuerySchema, async ({ limit, after }, request) => {
    const [merchantId, orderId] = [readMerchantId(request), readOrderId(request)];
    const position = readPosition(after);
    const order = await readOrder(deps.pool, merchantId, orderId);
    if (!order) throw await whyNoOrderOf(deps.pool, merchantId, orderId);
    const { page, webhooks } = await inSnapshot(deps.pool, async (client) => {
      const rows = await listOrderEvents(client, { orderId, after: position, rowMax: limit + 1 });
      const page = toPage(rows, limit, (row) => encodeCursor([row.position, row.kind, row.at_text, row.id]));
      const sequences = page.data.filter(({ kind }) => kind === 0).map(({ position }) => position);
      return { page, webhooks: await listEventWebhooks(client, { orderId, sequences }) };
    });
    const entries = page.data.map((row) => renderEntry(row, webhooks.get(row.position) ?? []));
    const next = JSON.stringify(page.next_cursor);
    return { status: 200, body: `{"data":[${entries.join(',')}],"next_cursor":${next}}` };
  });

const afterExpected = 'after: expected a sequence, or a next_cursor of this list, unchanged.';

/** Refusals after the given event are shown again: one may have been added since it was seen. */
const readPosition = (after: string | undefined): OrderEventPosition => {
  const sequence = sequenceSchema.safeParse(/^\d{1,10}$/.test(after ?? '0') ? Number(after ?? 0) : undefined);
  if (sequence.success) return { position: sequence.data, kind: 0, atText: 'infinity', id: '' };
  const [position, kind, atText, id] = decodeCursor(cursorSchema, after, afterExpected) ?? [0, 0, 'infinity', ''];
  return { position, kind, atText, id };
};

/** The body is spliced in as the text that was signed and sent. */
const renderEntry = (row: OrderEventRow, deliveries: readonly EventWebhook[]): string => {
  const at = row.at.toISOString();
  if (row.body === null) {
    const { position: after_sequence, name: refused, code, detail } = row;
    return JSON.stringify({ after_sequence, refused, code, detail, at });
  }
  const head = JSON.stringify({ sequence: row.position, event: row.name, at, deliveries });
  return `${head.slice(0, -1)},"body":${row.body}}`;
};
