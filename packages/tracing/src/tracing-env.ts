import { z } from 'zod';

/**
 * The part of OpenTelemetry's own variables that is honoured here, to be spread into a service's schema. Tracing is on
 * where an endpoint is given.
 */
export const tracingEnv = {
  /** Base URL of an OTLP/HTTP collector, such as `http://collector:4318`; `/v1/traces` is added. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'expected the URL of a collector' }).optional(),
  /** Sent with every export, as `name=value,…`; may be a secret. Read by the exporter. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** `none` turns tracing off where an endpoint is set for others. */
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], { error: 'expected otlp or none' }).default('otlp'),
  /** The share of traces begun here that are recorded. A caller's own decision is always followed. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Milliseconds between two exports. */
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(1).default(5_000),
};

export type TracingConfig = z.infer<z.ZodObject<typeof tracingEnv>>;

/** What may be logged in place of the variables that could hold credentials. */
export const describeTracing = (config: TracingConfig) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
  OTEL_EXPORTER_OTLP_HEADERS: config.OTEL_EXPORTER_OTLP_HEADERS !== undefined,
});
