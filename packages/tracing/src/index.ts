export { startTracing } from './start-tracing.js';
export { readTraceparent, toUnsampled } from './traceparent.js';
export type { Span, SpanAttributes, SpanEnd, SpanKind, Tracer, Tracing, TracingLogger } from './tracer.js';
export { describeTracing, tracingEnv, type TracingConfig } from './tracing-env.js';
