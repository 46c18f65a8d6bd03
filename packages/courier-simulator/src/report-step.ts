import { type CourierDeliverySummary, courierDeliverySummarySchema } from '@delivery/contracts';
import type { CallCourierApi, CallOutcome, CourierApiRequest, SandboxDelivery, Unavailable } from './courier-api.js';
import type { Step } from './simulation/rules/plan-simulation.js';

export type ReportOutcome =
  | { kind: 'taken'; delivery: CourierDeliverySummary }
  | Extract<CallOutcome, { kind: 'refused' }>
  | Unavailable;
export type ReportStep = (
  delivery: Pick<SandboxDelivery, 'id' | 'state' | 'handover_code'>,
  step: Step,
) => Promise<ReportOutcome>;

/**
 * Reports one step of a delivery. An open delivery is accepted first; before `delivered` the customer's code is
 * reported, and before any report the details that go with it. A repeated step is one message for order-state.
 */
export const createReportStep = (call: CallCourierApi): ReportStep => {
  const post = async (request: Omit<CourierApiRequest, 'method'>): Promise<ReportOutcome> => {
    const came = await call({ method: 'POST', ...request });
    if (came.kind !== 'answered') return came;
    const delivery = courierDeliverySummarySchema.safeParse(came.body).data;
    return delivery
      ? { kind: 'taken', delivery }
      : { kind: 'unavailable', reason: 'answered, but not like this release of the couriers’ API' };
  };
  return async ({ id, state, handover_code: code }, { atMs, report, idempotencyKey, before }) => {
    const accepted = state === 'open' ? await post({ path: `/deliveries/${id}/accept` }) : undefined;
    if (accepted && accepted.kind !== 'taken') return accepted;
    const isHandedOver = code !== null && 'status' in report && report.status === 'delivered';
    const handover = isHandedOver
      ? await post({ path: `/deliveries/${id}/handover`, body: { code }, idempotencyKey })
      : undefined;
    if (handover && handover.kind !== 'taken') return handover;
    for (const detail of before) {
      const came = await call({ method: 'POST', ...detail, idempotencyKey });
      if (came.kind !== 'answered') return came;
    }
    return post({
      path: `/deliveries/${id}/${'status' in report ? 'status' : 'tracking-url'}`,
      body: { ...report, occurred_at: new Date(atMs).toISOString() },
      idempotencyKey,
    });
  };
};

/** Whether a report took effect as planned; if not, another sender has moved the order. */
export const isAsPlanned = ({ after }: Step, { status, stale }: CourierDeliverySummary): boolean =>
  status === after.status && stale !== true;
