export type SpanKind = 'server' | 'producer' | 'consumer' | 'client';

/** Ids, names, counts and outcomes. Never a secret, a URL's path or query, or a customer's data. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export type SpanEnd = {
  attributes?: SpanAttributes;
  /** Marks the span as failed, with a code or a word of this code base: messages of libraries may quote data. */
  error?: string | undefined;
};

export type Span = {
  /** The W3C context for the messages and requests that this span causes. */
  traceparent: string;
  end: (result?: SpanEnd) => void;
};

/** @param context the W3C context of the span's cause */
type StartSpan = (
  kind: SpanKind,
  name: string,
  context: string | undefined,
  attributes: SpanAttributes,
) => Span | undefined;

/**
 * Where tracing is off there is no tracer at all: callers write `tracer?.follow(…)`, and not even the arguments are
 * made. Both return `undefined` for a trace that is not sampled.
 */
export type Tracer = {
  /**
   * Begins a trace, of which our share decides whether it is recorded. The caller's context is a link of it, and
   * decides nothing.
   */
  begin: StartSpan;
  /** Goes on with the trace of the context; without one there is no span. */
  follow: StartSpan;
};

export type Tracing = {
  /** `undefined`: tracing is off. */
  tracer: Tracer | undefined;
  /** Sends the remaining spans. Never rejects: a collector that is away must not fail a shutdown. */
  close: () => Promise<void>;
};

export type TracingLogger = { warn: (fields: object, message: string) => void };

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** A W3C `traceparent` as it came in a header; `undefined` for a malformed one, which the standard says to drop. */
export const readTraceparent = (given: unknown): string | undefined =>
  typeof given === 'string' && parseTraceparent(given) ? given : undefined;

export type TraceContext = { traceId: string; spanId: string; flags: number };

export const parseTraceparent = (text: string): TraceContext | undefined => {
  const [, version, traceId = '', spanId = '', flags = ''] = pattern.exec(text) ?? [];
  if (version === undefined || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
};

export const formatTraceparent = ({ traceId, spanId, flags }: TraceContext): string =>
  `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;

/** The context with its flag cleared: the trace is not recorded. */
export const toUnsampled = (traceparent: string): string | undefined => {
  const context = parseTraceparent(traceparent);
  return context && formatTraceparent({ ...context, flags: 0 });
};
