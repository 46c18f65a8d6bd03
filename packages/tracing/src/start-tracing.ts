import { z } from 'zod';
import type { Tracing, TracingLogger } from './tracer.js';

const off: Tracing = { tracer: undefined, close: () => Promise.resolve() };

/**
 * Without the endpoint of a collector, tracing is off and OpenTelemetry's SDK is not loaded.
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

/**
 * The part of OpenTelemetry's own variables that is honoured here, to be spread into a service's schema. Tracing is on
 * where an endpoint is given.
 */
export const tracingEnv = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'expected the URL of a collector' })
    .optional()
    .describe('The OTLP/HTTP collector, such as `http://collector:4318`; turns tracing on.'),
  // The exporter reads it.
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('Headers of each export, as `name=value,…`; they may be secret.'),
  OTEL_TRACES_EXPORTER: z
    .enum(['otlp', 'none'], { error: 'expected otlp or none' })
    .default('otlp')
    .describe('`none` turns tracing off although an endpoint is set.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("The share of traces that is recorded, whatever a merchant's `traceparent` asks for."),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(1).default(5_000).describe('Milliseconds between two exports.'),
};

export type TracingConfig = z.infer<z.ZodObject<typeof tracingEnv>>;

/** Safe to log, without the variables that could hold credentials. */
export const describeTracing = (config: TracingConfig) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
  OTEL_EXPORTER_OTLP_HEADERS: config.OTEL_EXPORTER_OTLP_HEADERS !== undefined,
});
