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

/** The same context, of a trace that is not recorded. */
export const toUnsampled = (traceparent: string): string | undefined => {
  const context = parseTraceparent(traceparent);
  return context && formatTraceparent({ ...context, flags: 0 });
};
