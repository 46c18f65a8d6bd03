import type { SandboxScenario } from '@delivery/contracts';
import { counter, gaugeReader, histogram, type Registry } from '@delivery/service-kit';

export type ReportedOutcome = 'applied' | 'unexpected' | 'refused' | 'unavailable';

export type SimulatorMetrics = ReturnType<typeof createSimulatorMetrics>;

/** No ids among the labels: scenarios and outcomes are short closed lists. */
export const createSimulatorMetrics = (registry: Registry) => {
  const reports = counter(registry, {
    name: 'courier_simulator_reports_total',
    help:
      'Reports by scenario and outcome (applied; unexpected, refused: the order was moved otherwise; ' +
      'unavailable: sent again).',
    labelNames: ['scenario', 'outcome'],
  });
  const durations = histogram(registry, {
    name: 'courier_simulator_report_duration_seconds',
    help: 'From sending a report to its answer.',
  });
  const rounds = counter(registry, {
    name: 'courier_simulator_list_rounds_total',
    help: 'Rounds of reading the lists of deliveries, by outcome (complete, failed).',
    labelNames: ['outcome'],
  });
  const roundDurations = histogram(registry, {
    name: 'courier_simulator_list_round_duration_seconds',
    help: 'Time to read the lists of deliveries, open and accepted.',
  });
  return {
    observeReport: (scenario: SandboxScenario, outcome: ReportedOutcome, durationMs: number) => {
      reports.inc({ scenario, outcome });
      durations.observe(durationMs / 1_000);
    },
    observeRound: (outcome: 'complete' | 'failed', durationMs: number) => {
      rounds.inc({ outcome });
      roundDurations.observe(durationMs / 1_000);
    },
  };
};

export type StateSources = {
  orderCount: () => number;
  leftOutCount: () => number;
  reportingCount: () => number;
  overdueMs: () => number;
  isConnected: () => boolean;
};

export const exportState = (registry: Registry, sources: StateSources): void => {
  const read = gaugeReader(registry);
  read('courier_simulator_orders', 'Sandbox orders with a step to come.', sources.orderCount);
  read(
    'courier_simulator_orders_left_out',
    'Sandbox orders that wait until there is room for them.',
    sources.leftOutCount,
  );
  read('courier_simulator_reports_in_flight', 'Reports that wait for their answer.', sources.reportingCount);
  read(
    'courier_simulator_overdue_seconds',
    'Seconds for which the first step in the queue has been due.',
    () => sources.overdueMs() / 1_000,
  );
  read('courier_simulator_connected', '1 while intake-api answers.', () => Number(sources.isConnected()));
};
