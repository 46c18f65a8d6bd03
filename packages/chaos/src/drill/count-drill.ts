import type { Timeline } from '@delivery/contracts';
import type { CheckedWebhook } from '../check/check-webhooks.js';
import type { OrderTruth } from '../check/truth.js';
import type { OrderRecord, RoundRecord } from '../record.js';
import { isThere, listLosses, type Moment } from './moments.js';

type Truths = ReadonlyMap<string, OrderTruth>;

export type DrillCounts = {
  /** Orders: by the recovery point, from then to the loss, and while the system was away or after it. */
  accepted: { secured: number; atRisk: number; later: number };
  /** Orders that were there after the recovery, before anything was sent again. */
  restored: number;
  /** Accepted between the recovery point and the loss. */
  lostByDesign: { orders: number; steps: number };
  /** Orders lost by design that came back under the same id. */
  broughtBack: number;
  /** Accepted webhooks that had been accepted before. */
  sentTwice: { underTheSameId: number; underANewId: number };
  /** Why the counts do not balance, one sentence each. */
  faults: string[];
};

export type DrillRecord = {
  record: RoundRecord;
  secured: Moment;
  atLoss: Moment;
  /** After the recovery. */
  recovered: Truths;
  /** After merchants have sent again what was lost. */
  final: Truths;
};

/** Holds what the clients wrote down against what the system says. Pure. */
export const countDrill = ({ record, secured, atLoss, recovered, final }: DrillRecord): DrillCounts => {
  const orders = [...record.orders.values()];
  const lost = atLoss.filter((order) => !isThere(order, recovered));
  const losses = listLosses(atLoss, recovered);
  const restored = orders.filter((order) => isThere(order, recovered)).length;
  const known = new Set(atLoss.map(({ id }) => id));
  const laterLosses = listLosses(orders, recovered).filter((loss) => !losses.includes(loss));
  const missing = orders.filter((order) => !isThere(order, final));
  const faults = [
    ...listLosses(secured, recovered).map((loss) => `lost though it was secured: ${loss}`),
    ...laterLosses.map((loss) => `lost though it was accepted after the loss: ${loss}`),
    ...missing.map(({ id }) => `${id}: did not come back`),
    ...record.wrongAnswers.filter((complaint) => !isOf(known, complaint)),
    ...findUnreceived(record, orders, final),
  ];
  if (restored + lost.length !== orders.length)
    faults.push(`${orders.length} orders accepted, but ${restored} restored and ${lost.length} lost by design`);
  return {
    accepted: {
      secured: secured.length,
      atRisk: atLoss.length - secured.length,
      later: orders.length - atLoss.length,
    },
    restored,
    lostByDesign: { orders: lost.length, steps: losses.length - lost.length },
    broughtBack: lost.filter((order) => isThere(order, final)).length,
    sentTwice: countRepeats(record),
    faults,
  };
};

/** Clients of an order that was under way may have met its loss. A call without an answer promises nothing. */
const isOf = (ids: ReadonlySet<string>, complaint: string): boolean => ids.has(complaint.split(/[: ]/)[0] ?? '');

const arrivalsOf = ({ webhooks, courierWebhooks }: RoundRecord, orderId: string): readonly CheckedWebhook[] => [
  ...(webhooks.get(orderId) ?? []),
  ...(courierWebhooks.get(orderId) ?? []),
];

/** Webhooks that the ledger calls delivered, and that no receiver has accepted. */
const findUnreceived = (record: RoundRecord, orders: readonly OrderRecord[], final: Truths): string[] =>
  orders.flatMap(({ id }) => {
    const received = new Set(
      arrivalsOf(record, id)
        .filter(({ isAccepted }) => isAccepted)
        .map(({ webhookId }) => webhookId),
    );
    return deliveriesOf(final.get(id)?.timeline).flatMap(({ webhook_id, state }) => {
      if (state !== 'delivered') return [`${id}: ${webhook_id} is ${state}`];
      return received.has(webhook_id) ? [] : [`${id}: ${webhook_id} is called delivered, and never came`];
    });
  });

const deliveriesOf = (timeline: Timeline | undefined) =>
  (timeline?.data ?? []).filter((entry) => entry.kind === 'delivery');

const countRepeats = (record: RoundRecord): DrillCounts['sentTwice'] => {
  const accepted = [...record.orders.keys()]
    .flatMap((id) => arrivalsOf(record, id).map((webhook) => ({ ...webhook, orderId: id })))
    .filter(({ isAccepted }) => isAccepted);
  const messages = new Set(accepted.map(({ endpoint, webhookId }) => `${endpoint} ${webhookId}`));
  const events = new Set(accepted.map(({ endpoint, orderId, sequence }) => `${endpoint} ${orderId} ${sequence}`));
  return { underTheSameId: accepted.length - messages.size, underANewId: messages.size - events.size };
};
