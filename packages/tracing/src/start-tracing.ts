import type { Tracing, TracingLogger } from './tracer.js';
import type { TracingConfig } from './tracing-env.js';

const off: Tracing = { tracer: undefined, close: () => Promise.resolve() };

/**
 * Off unless a collector's endpoint is configured, and then OpenTelemetry's SDK is not even loaded.
 * @param service becomes `service.name`
 */
export const startTracing = async (options: {
  service: string;
  config: TracingConfig;
  logger: TracingLogger;
}): Promise<Tracing> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: exporter } = options.config;
  if (endpoint === undefined || exporter === 'none') return off;
  const { startOtlpTracing } = await import('./otlp-tracing.js');
  return startOtlpTracing({
    service: options.service,
    endpoint,
    sampledShare: options.config.OTEL_TRACES_SAMPLER_ARG,
    exportIntervalMs: options.config.OTEL_BSP_SCHEDULE_DELAY,
    logger: options.logger,
  });
};
