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
 * Where tracing is off there is no tracer at all: callers write `tracer?.follow(…)`, and not even the arguments are made.
 * Both return `undefined` for a trace that is not sampled.
 */
export type Tracer = {
  /** Begins a trace, of which our share decides whether it is recorded. The caller's context is a link of it, and decides nothing. */
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
