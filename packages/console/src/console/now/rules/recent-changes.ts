import type { ActivityEntry, History, OperatorEndpointListEntry, OperatorStatus } from '@delivery/contracts';

/** Something that became other than it was. */
export type Change = { at: string } & (
  | { kind: 'done'; entry: ActivityEntry }
  | { kind: 'failing'; endpointId: string; url: string | undefined }
  | { kind: 'overdue' | 'caughtUp' | 'unbalanced' }
);

type Known = {
  status: OperatorStatus;
  history: History | undefined;
  activity: readonly ActivityEntry[];
  endpoints: readonly OperatorEndpointListEntry[];
};

/** Of the log: who signs in or sends a test changes nothing. */
const isChange = ({ action }: ActivityEntry): boolean => !action.startsWith('session.') && action !== 'endpoint.tested';

/** Since that time, the newest first. */
export const recentChanges = ({ status, history, activity, endpoints }: Known, sinceMs: number): Change[] => {
  const urlOf = (id: string): string | undefined => {
    const found = endpoints.find((endpoint) => endpoint.id === id);
    return found?.name ?? found?.url ?? undefined;
  };
  const done = activity.filter(isChange).map((entry): Change => ({ kind: 'done', at: entry.at, entry }));
  const failing = status.open_breakers.flatMap(({ id, failing_since }): Change[] =>
    failing_since === null ? [] : [{ kind: 'failing', at: failing_since, endpointId: id, url: urlOf(id) }],
  );
  return [...done, ...failing, ...(history ? turningPoints(history) : [])]
    .filter(({ at }) => Date.parse(at) >= sinceMs)
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
};

/** Where a measurement passed its bound. */
const turningPoints = ({ data, overdue_max_seconds: overdueMax }: History): Change[] =>
  data.slice(1).flatMap((point, index): Change[] => {
    const before = data[index];
    if (!before) return [];
    const [wasLate, isLate] = [before, point].map(
      ({ oldest_overdue_seconds }) => (oldest_overdue_seconds ?? 0) > overdueMax,
    );
    const late: Change[] = wasLate === isLate ? [] : [{ kind: isLate ? 'overdue' : 'caughtUp', at: point.at }];
    return before.balanced === true && point.balanced === false
      ? [...late, { kind: 'unbalanced', at: point.at }]
      : late;
  });
