import type { BoundedLog } from '@delivery/service-kit';
import type { Reported } from './driving/drive-orders.js';
import type { WatchDeps } from './driving/watch-orders.js';
import type { ReportedOutcome, SimulatorMetrics } from './metrics.js';
import { isAsPlanned } from './report-step.js';

/** One line and one count for each outcome. */
export const createRecorder = ({ metrics, log }: { metrics: SimulatorMetrics; log: BoundedLog }) => ({
  report: (reported: Reported): void => {
    const { order, step, outcome, attempt, latenessMs, durationMs } = reported;
    const name = nameOf(reported);
    metrics.observeReport(order.scenario, name, durationMs);
    log(
      name === 'unavailable' ? 'warn' : 'info',
      {
        orderId: order.id,
        merchantId: order.merchant_id,
        scenario: order.scenario,
        idempotencyKey: step.idempotencyKey,
        report: 'status' in step.report ? step.report.status : 'tracking_url',
        outcome: name,
        status: outcome.kind === 'taken' ? outcome.delivery.status : undefined,
        code: outcome.kind === 'refused' ? outcome.code : undefined,
        reason: outcome.kind === 'unavailable' ? outcome.reason : undefined,
        attempt,
        latenessMs,
        durationMs,
      },
      'report.sent',
    );
  },
  round: ({ durationMs, failure }: Parameters<WatchDeps['onRound']>[0]): void => {
    metrics.observeRound(failure ? 'failed' : 'complete', durationMs);
    if (failure) log('warn', { reason: failure.reason, durationMs }, 'orders.list_failed');
  },
});

const nameOf = ({ step, outcome }: Reported): ReportedOutcome => {
  if (outcome.kind !== 'taken') return outcome.kind;
  return isAsPlanned(step, outcome.delivery) ? 'applied' : 'unexpected';
};
