import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  type SpanContext,
  SpanKind as OtelKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import {
  formatTraceparent,
  parseTraceparent,
  type Span,
  type TraceContext,
  type Tracer,
  type Tracing,
  type TracingLogger,
} from './tracer.js';

const sampledFlag = 1;
/** A collector that hangs must not use up the drain of a process that stops. */
const exportTimeoutMs = 5_000;
const faultMaxLength = 300;

/** Spans in batches over OTLP/HTTP. At most 2,048 wait; while the collector is away the rest is dropped. */
export const startOtlpTracing = (options: {
  service: string;
  endpoint: string;
  sampledShare: number;
  exportIntervalMs: number;
  logger: TracingLogger;
}): Tracing => {
  logFaults(options.logger);
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.service, 'process.pid': process.pid }),
    // The share is of the traces that begin here; spans of a trace that is recorded are always recorded.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.sampledShare) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: options.exportIntervalMs,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  });
  return {
    tracer: createTracer(provider.getTracer('@delivery/tracing')),
    close: () =>
      provider.shutdown().catch((error: unknown) => options.logger.warn({ err: error }, 'tracing.export_failed')),
  };
};

const createTracer = (otel: OtelTracer): Tracer => {
  const start = (
    kind: keyof typeof kinds,
    name: string,
    context: Context,
    options: Pick<SpanOptions, 'attributes' | 'links'>,
  ): Span | undefined => {
    const span = otel.startSpan(name, { kind: kinds[kind], ...options }, context);
    return span.isRecording() ? toSpan(span) : undefined;
  };
  const follow: Tracer['follow'] = (kind, name, parent, attributes) => {
    const remote = parent === undefined ? undefined : parseTraceparent(parent);
    if (!remote || (remote.flags & sampledFlag) === 0) return undefined;
    return start(kind, name, trace.setSpanContext(ROOT_CONTEXT, toSpanContext(remote)), { attributes });
  };
  return {
    follow,
    begin: (kind, name, caller, attributes) => {
      const remote = caller === undefined ? undefined : parseTraceparent(caller);
      const links = remote ? [{ context: toSpanContext(remote) }] : [];
      return start(kind, name, ROOT_CONTEXT, { attributes, links });
    },
  };
};

const kinds = {
  server: OtelKind.SERVER,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
  client: OtelKind.CLIENT,
} as const;

/** Contexts are handed on by hand, with the messages: there is no ambient one that could leak from one to another. */
const toSpanContext = ({ traceId, spanId, flags }: TraceContext): SpanContext => ({
  traceId,
  spanId,
  traceFlags: flags & sampledFlag,
  isRemote: true,
});

const toSpan = (span: OtelSpan): Span => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: formatTraceparent({ traceId, spanId, flags: traceFlags }),
    end: ({ attributes, error } = {}) => {
      if (attributes) span.setAttributes(attributes);
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
      span.end();
    },
  };
};

/** The SDK hides its own faults (a collector that refuses, dropped spans) unless it is given a logger. */
const logFaults = (logger: TracingLogger): void => {
  const warn = (words: string): void =>
    logger.warn({ err: new Error(words.slice(0, faultMaxLength)) }, 'tracing.export_failed');
  const silent = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
};
