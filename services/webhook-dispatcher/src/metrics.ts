import type { DeliveryAttempted, MerchantMode } from '@delivery/contracts';
import { counter, gauge, gaugeReader, histogram, type Registry } from '@delivery/service-kit';

export type DispatcherMetrics = ReturnType<typeof createDispatcherMetrics>;

/** No ids and no hosts among the labels: outcomes and error codes are short closed lists. */
export const createDispatcherMetrics = (registry: Registry) => {
  const attempts = counter(registry, {
    name: 'webhook_dispatcher_attempts_total',
    help: 'Attempts by outcome (delivered, failed, gone, deferred), error code (or "none") and mode (live, sandbox).',
    labelNames: ['outcome', 'error_code', 'mode'],
  });
  const durations = histogram(registry, {
    name: 'webhook_dispatcher_attempt_duration_seconds',
    help: 'Time from the start of a POST to the end of its response, by outcome.',
    labelNames: ['outcome'],
  });
  const refused = counter(registry, {
    name: 'webhook_dispatcher_refused_messages_total',
    help: 'Messages that could not be sent at all and became dead letters.',
  });
  const opened = counter(registry, {
    name: 'webhook_dispatcher_sockets_opened_total',
    help: 'Connections begun to receivers.',
  });
  const reused = counter(registry, {
    name: 'webhook_dispatcher_sockets_reused_total',
    help: 'Posts over a connection that was open already.',
  });
  const open = gauge(registry, {
    name: 'webhook_dispatcher_sockets_open',
    help: 'Connections to receivers, idle too.',
  });
  return {
    observeAttempt: ({ outcome, error_code, duration_ms }: DeliveryAttempted, mode: MerchantMode) => {
      attempts.inc({ outcome, error_code: error_code ?? 'none', mode });
      durations.observe({ outcome }, duration_ms / 1000);
    },
    countRefused: () => refused.inc(),
    sockets: {
      onOpened: () => {
        opened.inc();
        open.inc();
      },
      onReused: () => reused.inc(),
      onClosed: () => open.dec(),
    },
  };
};

export type StateSources = {
  load: () => { waiting: number; running: number };
  isConnected: () => boolean;
  isInOutage: () => boolean;
};

export const exportState = (registry: Registry, sources: StateSources): void => {
  const read = gaugeReader(registry);
  read('webhook_dispatcher_attempts_in_flight', 'Deliveries being posted and reported.', () => sources.load().running);
  read('webhook_dispatcher_deliveries_waiting', 'Deliveries taken and not begun.', () => sources.load().waiting);
  read('webhook_dispatcher_broker_connected', '1 while both connections to the broker are up.', () =>
    Number(sources.isConnected()),
  );
  read('webhook_dispatcher_outage', '1 while attempts cannot be reported and nothing is taken.', () =>
    Number(sources.isInOutage()),
  );
};
