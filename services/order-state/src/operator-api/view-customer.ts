import { orderContentSchema, type OrderCustomer } from '@delivery/contracts';
import { type ApiRoute, ProblemError } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { readOrderId } from '../http/read-params.js';
import { whyNoOrder } from '../http/why-no-order.js';
import { type CustomerRow, readCustomer } from '../orders/queries/read-orders.js';
import { askForCustomerData, type CustomerDataDeps } from './ask-for-customer-data.js';

/** Who ordered what, and to where. Whoever asks is written down. */
export const viewCustomer =
  (deps: CustomerDataDeps & { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const orderId = readOrderId(request);
    const ask = askForCustomerData(deps, request);
    const row = await readCustomer(deps.pool, orderId);
    if (!row) throw await whyNoOrder(deps.pool, orderId);
    ask.answered(row.erased_at === null ? 'shown' : 'erased', { orderId });
    if (row.erased_at !== null) throw erasedSince(row.erased_at);
    return { status: 200, body: renderCustomer(orderId, row) };
  };

const erasedSince = (erasedAt: Date): ProblemError =>
  new ProblemError('customer_data_erased', `The customer’s data was erased at ${erasedAt.toISOString()}.`);

const customersPart = orderContentSchema.pick({ customer: true, address: true, items: true });

/** `external_data` is spliced in as the text that was sent: parsing and printing it again would change it. */
const renderCustomer = (orderId: string, { content, external_data }: CustomerRow): string => {
  const { customer, address, items } = customersPart.parse(content);
  const shown: Omit<OrderCustomer, 'external_data'> = {
    order_id: orderId,
    customer,
    address,
    items: (items ?? []).map(({ description, quantity, notes }) => ({ description, quantity, notes: notes ?? null })),
  };
  return `${JSON.stringify(shown).slice(0, -1)},"external_data":${external_data}}`;
};
