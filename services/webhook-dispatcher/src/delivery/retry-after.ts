/**
 * A `Retry-After` header in milliseconds from `now`: seconds, or any of the three date formats of HTTP (RFC 9110,
 * 5.6.7). A date in the past is 0. `null` when absent or not understood.
 */
export const retryAfterMs = (header: string | null, now: Date): number | null => {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  // The asctime form names no zone and would be read as local time.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
};
