import { createHealthApp, listen } from '@delivery/http-edge';
import { createBoundedLog, createRegistry, type Logger, type RunningService } from '@delivery/service-kit';
import type { Config } from './config.js';
import { createCallCourierApi } from './courier-api.js';
import { createActiveOrders } from './driving/active-orders.js';
import { createDriver } from './driving/drive-orders.js';
import { createBreaker, createMerchantPace } from './driving/rules/call-limits.js';
import { startWatching } from './driving/watch-orders.js';
import { createSimulatorMetrics, exportState } from './metrics.js';
import { createRecorder } from './record.js';
import { createReportStep } from './report-step.js';

/** Reports in flight at once: each waits for its verdict. */
const reportsAtOnceMax = 64;
/** Orders in memory at once, some 500 bytes each. */
const ordersMax = 100_000;
/** While thousands of orders move, or the service is away, log lines repeat. */
const linesPerSecondMax = 100;

/** Composes the simulator and starts driving and listening. It is ready once it has read the list of orders. */
export const startService = async (config: Config, logger: Logger): Promise<RunningService> => {
  const now = Date.now;
  const registry = createRegistry('courier-simulator');
  const metrics = createSimulatorMetrics(registry);
  const record = createRecorder({
    metrics,
    log: createBoundedLog(logger, { linesPerSecondMax, now: () => performance.now() }),
  });
  const { call, close: closeConnections } = createCallCourierApi({
    url: config.INTAKE_API_URL,
    token: config.SIMULATOR_TOKEN,
    // One more for the list.
    connectionsMax: reportsAtOnceMax + 1,
  });
  const breaker = createBreaker({ now, random: Math.random, atOnceMax: reportsAtOnceMax });
  const orders = createActiveOrders(ordersMax);
  const driver = createDriver({
    orders,
    report: createReportStep(call),
    breaker,
    pace: createMerchantPace(),
    now,
    random: Math.random,
    onReported: record.report,
  });
  const watch = startWatching({ call, orders, driver, breaker, now, onRound: record.round });
  const stopping = new AbortController();
  exportState(registry, {
    orderCount: orders.count,
    leftOutCount: orders.leftOutCount,
    reportingCount: driver.reportingCount,
    overdueMs: () => Math.max(0, now() - (orders.nextDueMs() ?? Number.POSITIVE_INFINITY)),
    isConnected: () => watch.missing() === undefined,
  });
  const app = createHealthApp({
    registry,
    checks: [{ name: 'intake-api', missing: watch.missing }],
    isStopping: () => stopping.signal.aborted,
  });
  const server = await listen(app, config.PORT);
  return {
    port: server.port,
    onStopping: () => stopping.abort(),
    stopSteps: [
      { name: 'watch', run: watch.close },
      { name: 'reports', run: driver.close },
      { name: 'connections', run: () => Promise.resolve(closeConnections()) },
      // Last, so that probes see the drain.
      { name: 'http', run: server.close },
    ],
  };
};
