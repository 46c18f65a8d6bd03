import type { Courier, CourierDelivery, Eta, OrderContent, OrderStatus, Store } from '@delivery/contracts';
import { type Handover, needsHandover } from '../../orders/rules/order.js';

export type CourierDeliveryRow = {
  id: string;
  merchant_id: string;
  merchant_name: string;
  display_id: string;
  status: OrderStatus;
  created_at: Date;
  updated_at: Date;
  /** `null` once the customer's data has been erased. */
  content: OrderContent | null;
  store: Store | null;
  courier_system_id: string | null;
  claim_id: string | null;
  courier: Courier | null;
  eta: Eta | null;
  tracking_url: string | null;
  handover: Handover | null;
  sandbox: CourierDelivery['sandbox'];
};

/** The delivery as one of the systems that may see it sees it: its customer is for the one alone that has it. */
export const toCourierDelivery = (row: CourierDeliveryRow): CourierDelivery => {
  const { content, courier_system_id: holder } = row;
  const isOwn = holder !== null;
  return {
    id: row.id,
    display_id: row.display_id,
    state: isOwn ? 'mine' : 'open',
    claim_id: row.claim_id,
    status: row.status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    delivery_time: content?.delivery_time ?? null,
    pickup: { merchant: row.merchant_name, store: row.store && withoutDefault(row.store) },
    dropoff: content?.address ?? null,
    collect: content ? toCollect(content) : null,
    customer: isOwn ? (content?.customer ?? null) : null,
    courier: row.courier,
    eta: row.eta,
    tracking_url: row.tracking_url,
    handover_required: needsHandover(row),
    sandbox: row.sandbox && withInstants(row.sandbox),
  };
};

/** As other times are written. */
const withInstants = (sandbox: NonNullable<CourierDelivery['sandbox']>): CourierDelivery['sandbox'] => ({
  ...sandbox,
  ready_at: new Date(sandbox.ready_at).toISOString(),
  manual_since: sandbox.manual_since && new Date(sandbox.manual_since).toISOString(),
});

const toCollect = ({ payment }: OrderContent): CourierDelivery['collect'] => ({
  amount: payment.pending,
  methods: payment.methods
    .filter(({ type }) => type === 'OFFLINE')
    .map(({ value, method, cash }) => ({ value, method, ...(cash && { cash }) })),
});

const withoutDefault = ({ ref, name, phone, address }: Store) => ({ ref, name, phone, address });
