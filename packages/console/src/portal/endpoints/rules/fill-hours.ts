import type { EndpointHistory } from '@delivery/contracts';

type Hour = EndpointHistory['day']['hours'][number];

const hourMs = 3_600_000;

/** This hour and the 23 before it, also those without attempts, which the answer leaves out. Pure. */
export const fillHours = (hours: readonly Hour[], nowMs: number): Hour[] => {
  const known = new Map(hours.map((hour) => [hour.at, hour]));
  const firstMs = nowMs - (nowMs % hourMs) - 23 * hourMs;
  return Array.from({ length: 24 }, (_none, place) => {
    const at = new Date(firstMs + place * hourMs).toISOString();
    return known.get(at) ?? { at, succeeded: 0, failed: 0, answer_ms: null };
  });
};
