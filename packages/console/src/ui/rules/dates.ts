const dayMs = 86_400_000;

/** The time on a clock there at an instant, as the instant at which a clock in UTC shows it. Pure, as all here. */
export const toWallClock = (atMs: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(atMs);
  const of = (wanted: string): number => Number(parts.find(({ type }) => type === wanted)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
};

const offsetMs = (atMs: number, timeZone: string): number =>
  toWallClock(atMs, timeZone) - Math.floor(atMs / 1_000) * 1_000;

/**
 * The instant at which a clock there shows this. If two instants do, as clocks are put back, it is the first; if none
 * does, as they are put forward, the offset before the change applies.
 */
export const fromWallClock = (wallMs: number, timeZone: string): number => {
  const before = wallMs - offsetMs(wallMs - dayMs, timeZone);
  const after = wallMs - offsetMs(wallMs + dayMs, timeZone);
  const shown = [before, after].filter((atMs) => toWallClock(atMs, timeZone) === wallMs);
  return shown.length === 0 ? before : Math.min(...shown);
};

/** The day before the current day there: the day of a change of clocks has 23 or 25 hours. */
export const yesterdayOf = (nowMs: number, timeZone: string): { sinceMs: number; untilMs: number } => {
  const wallMs = toWallClock(nowMs, timeZone);
  const todayMs = wallMs - (wallMs % dayMs);
  return { sinceMs: fromWallClock(todayMs - dayMs, timeZone), untilMs: fromWallClock(todayMs, timeZone) };
};

/** As `2026-11`, of UTC, the current one first. */
export const lastMonths = (nowMs: number, count: number): string[] => {
  const now = new Date(nowMs);
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)).toISOString().slice(0, 7),
  );
};

/** Each day from one to the other, or each month that has one of them. */
export const listSteps = (by: 'day' | 'month', from: string, to: string): string[] => {
  const fromMs = Date.parse(from);
  const days = Array.from({ length: (Date.parse(to) - fromMs) / dayMs + 1 }, (_, day) =>
    new Date(fromMs + day * dayMs).toISOString().slice(0, by === 'day' ? 10 : 7),
  );
  return [...new Set(days)];
};
