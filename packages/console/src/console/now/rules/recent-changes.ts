import type { ActivityEntry, History, OperatorStatus } from '@delivery/contracts';

export type OpenBreaker = OperatorStatus['open_breakers'][number];
type Replica = OperatorStatus['replicas'][number];

/** Something that became other than it was. */
export type Change = { at: string } & (
  | { kind: 'done'; entry: ActivityEntry }
  | { kind: 'failing'; endpoint: OpenBreaker }
  | { kind: 'started'; replica: Replica }
  | { kind: 'overdue' | 'caughtUp' | 'unbalanced' | 'recordedAgain' | 'brokerAway' | 'brokerBack' }
);

type Known = {
  status: OperatorStatus;
  history: History | undefined;
  activity: readonly ActivityEntry[];
};

/** Sign-ins, portal links, tests and reads change nothing. */
const isChange = ({ action }: ActivityEntry): boolean =>
  !/^(session|merchant\.portal_.*|endpoint\.tested|order\.position_read)/.test(action);

/** Changes since that time, the newest first, without failures of sandbox merchants: their developers watch those. */
export const recentChanges = ({ status, history, activity }: Known, sinceMs: number): Change[] => {
  const done = activity.filter(isChange).map((entry): Change => ({ kind: 'done', at: entry.at, entry }));
  const failing = status.open_breakers.flatMap((endpoint): Change[] =>
    endpoint.failing_since === null || endpoint.mode === 'sandbox'
      ? []
      : [{ kind: 'failing', at: endpoint.failing_since, endpoint }],
  );
  const started = status.replicas.map((replica): Change => ({ kind: 'started', at: replica.started_at, replica }));
  return [...done, ...failing, ...started, ...(history ? turningPoints(history) : [])]
    .filter(({ at }) => Date.parse(at) >= sinceMs)
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
};

/** A measurement passed its bound, or stood still: order-state or Postgres was away, or the broker. */
const turningPoints = ({ data, overdue_max_seconds: overdueMax, step_seconds: step }: History): Change[] =>
  data.slice(1).flatMap((point, index): Change[] => {
    const before = data[index];
    if (!before) return [];
    const [wasLate, isLate] = [before, point].map(
      ({ oldest_overdue_seconds }) => (oldest_overdue_seconds ?? 0) > overdueMax,
    );
    const { at } = point;
    const changes: Change[] = wasLate === isLate ? [] : [{ kind: isLate ? 'overdue' : 'caughtUp', at }];
    if (before.balanced === true && point.balanced === false) changes.push({ kind: 'unbalanced', at });
    if (Date.parse(at) - Date.parse(before.at) > 1.5 * step * 1_000) changes.push({ kind: 'recordedAgain', at });
    const isAway = isBrokerAway(point);
    if (isAway !== isBrokerAway(before)) changes.push({ kind: isAway ? 'brokerAway' : 'brokerBack', at });
    return changes;
  });

/** Its queues could not be counted. */
const isBrokerAway = ({ queues }: History['data'][number]): boolean =>
  Object.values(queues).every((messages) => messages === null);
