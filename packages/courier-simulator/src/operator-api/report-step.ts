import { type ReportedOrder, reportedOrderSchema } from '@delivery/contracts';
import type { Step } from '../simulation/rules/plan-simulation.js';
import type { CallOperator, CallOutcome, Unavailable } from './call-operator.js';

export type ReportOutcome =
  { kind: 'taken'; order: ReportedOrder } | Extract<CallOutcome, { kind: 'refused' }> | Unavailable;
export type ReportStep = (orderId: string, step: Step) => Promise<ReportOutcome>;

/** Reports one step as a courier's system does. The same step twice is one message for order-state. */
export const createReportStep =
  (call: CallOperator): ReportStep =>
  async (orderId, { report, occurredAt, source, idempotencyKey }) => {
    const came = await call({
      method: 'POST',
      path: `/orders/${orderId}/${'status' in report ? 'status' : 'tracking-url'}`,
      body: { ...report, occurred_at: occurredAt, source },
      idempotencyKey,
    });
    if (came.kind !== 'answered') return came;
    const order = reportedOrderSchema.safeParse(came.body).data;
    return order
      ? { kind: 'taken', order }
      : { kind: 'unavailable', reason: 'answered, but not like this release of the operator API' };
  };
