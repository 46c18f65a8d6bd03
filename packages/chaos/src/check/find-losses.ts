import type { OrderStatus, TimelineEntry } from '@delivery/contracts';
import type { OrderRecord } from '../record.js';
import type { OrderTruth } from './truth.js';

type Command = Extract<TimelineEntry, { kind: 'command' }>;

/** Accepted commands of one order that had no effect and no recorded refusal, one sentence each. */
export const findLosses = (order: OrderRecord, truth: OrderTruth): string[] => {
  const { timeline } = truth;
  if (!timeline) return [`${order.id}: answered 201, and the order is not there (${truth.getStatus})`];
  if (truth.externalId !== order.content.external_id) return [`${order.id}: is another order`];
  const commands = timeline.data.filter((entry) => entry.kind === 'command');
  return [
    ...findLostDemands(order, commands),
    ...order.reported.filter((status) => !isReported(commands, status)).map((s) => `${order.id}: report ${s} is lost`),
  ];
};

/** One of several readies or cancels must have taken effect, no matter which; none is a loss. */
const findLostDemands = (order: OrderRecord, commands: readonly Command[]): string[] => {
  const { id, isReadyAccepted, isCancelAccepted, isCancelSent } = order;
  const losses: string[] = [];
  const outcomesOf = (type: string) => commands.filter((command) => command.type === type).map((c) => c.outcome);
  const readies = outcomesOf('order.ready_requested');
  const cancels = outcomesOf('order.cancel_requested');
  if (isReadyAccepted && !readies.includes('applied') && !(isCancelSent && readies.includes('refused')))
    losses.push(`${id}: ready was accepted, and took no effect`);
  if (isCancelAccepted && !cancels.includes('applied')) losses.push(`${id}: cancel was accepted, and took no effect`);
  return losses;
};

/** By the operator, and by a courier's system. */
const reportTypes = ['status.reported', 'courier.status_reported'];

const isReported = (commands: readonly Command[], status: OrderStatus): boolean =>
  commands.some(
    ({ type, outcome, payload }) => reportTypes.includes(type) && outcome === 'applied' && says(payload, status),
  );

const says = (payload: unknown, status: OrderStatus): boolean =>
  typeof payload === 'object' && payload !== null && 'status' in payload && payload.status === status;
