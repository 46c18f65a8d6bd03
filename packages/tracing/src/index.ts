export { startTracing, describeTracing, tracingEnv, type TracingConfig } from './start-tracing.js';
export {
  readTraceparent,
  toUnsampled,
  type Span,
  type SpanAttributes,
  type SpanEnd,
  type SpanKind,
  type Tracer,
  type Tracing,
  type TracingLogger,
} from './tracer.js';
