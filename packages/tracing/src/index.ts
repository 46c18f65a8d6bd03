export { startTracing, type Tracing, type TracingLogger } from './start-tracing.js';
export { readTraceparent } from './traceparent.js';
export type { Span, SpanAttributes, SpanEnd, SpanKind, Tracer } from './tracer.js';
export { describeTracing, tracingEnv, type TracingConfig } from './tracing-env.js';
