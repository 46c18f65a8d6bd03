import type { ActivityEntry, History, OperatorStatus } from '@delivery/contracts';

export type OpenBreaker = OperatorStatus['open_breakers'][number];

/** Something that became other than it was. */
export type Change = { at: string } & (
  | { kind: 'done'; entry: ActivityEntry }
  | { kind: 'failing'; endpoint: OpenBreaker }
  | { kind: 'overdue' | 'caughtUp' | 'unbalanced' }
);

type Known = {
  status: OperatorStatus;
  history: History | undefined;
  activity: readonly ActivityEntry[];
};

/** Of the log: who signs in, looks or sends a test changes nothing. */
const isChange = ({ action }: ActivityEntry): boolean =>
  !action.startsWith('session.') && action !== 'endpoint.tested' && action !== 'order.position_read';

/** Since that time, the newest first. What fails for a sandbox merchant is for its developer to find. */
export const recentChanges = ({ status, history, activity }: Known, sinceMs: number): Change[] => {
  const done = activity.filter(isChange).map((entry): Change => ({ kind: 'done', at: entry.at, entry }));
  const failing = status.open_breakers.flatMap((endpoint): Change[] =>
    endpoint.failing_since === null || endpoint.mode === 'sandbox'
      ? []
      : [{ kind: 'failing', at: endpoint.failing_since, endpoint }],
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
