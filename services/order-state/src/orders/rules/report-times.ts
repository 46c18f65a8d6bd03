import type { Report } from '@delivery/contracts';

/**
 * When the last report of each kind and source that took effect was seen, by that source's own clock: milliseconds since
 * the epoch by `<type>/<source>`. No clock of ours is ever compared with it.
 */
export type ReportTimes = Readonly<Record<string, number>>;

/** Sources remembered of one order: more never take turns at one. */
const keptMax = 16;

/** Of reports that came without a source by AMQP; the operator API names itself. */
const defaultSource = 'amqp';

const keyOf = (report: Report): string =>
  `${report.type}/${'courier_system_id' in report ? report.courier_system_id : (report.source ?? defaultSource)}`;

/** Without a time of its own a report is never stale: of two such reports the later arrival is later. */
export const isStale = (times: ReportTimes, report: Report): boolean => {
  const last = times[keyOf(report)];
  return last !== undefined && report.occurred_at !== undefined && Date.parse(report.occurred_at) < last;
};

export const withReport = (times: ReportTimes, report: Report): ReportTimes => {
  if (report.occurred_at === undefined) return times;
  const key = keyOf(report);
  const others = Object.entries(times).filter(([known]) => known !== key);
  return Object.fromEntries([...others.slice(1 - keptMax), [key, Date.parse(report.occurred_at)]]);
};
