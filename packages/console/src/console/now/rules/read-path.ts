import type { Concern, History, OperatorStatus } from '@delivery/contracts';

type PathTone = 'good' | 'warn' | 'bad' | 'idle';

export type QueueReading = {
  messages: number;
  /** How long it takes to empty at the rate of the last minute; undefined: empty, or nothing moves. */
  clearsInSeconds: number | undefined;
  tone: PathTone;
};

/** The path of live merchants' messages as it is now. Only messages in queues are of sandbox merchants too. Rates are of the last minute, in events a second. */
export type PathReading = {
  ordersPerSecond: number;
  eventsPerSecond: number;
  attemptsPerSecond: number;
  deliveredPerSecond: number;
  ordersQueue: QueueReading;
  deliveriesQueue: QueueReading;
  attemptsQueue: QueueReading;
  waiting: number;
  due: number;
  held: number;
  inFlight: number;
  overdueSeconds: number;
  ledgerTone: PathTone;
  failedShare: number | undefined;
  dispatcherTone: PathTone;
  timeToMerchantMs: { p50: number; p95: number } | undefined;
  troubled: number;
  merchantsTone: PathTone;
};

/**
 * @param history of live merchants
 * @param failing their endpoints that answer with errors, of those with the largest backlogs
 */
export const readPath = (status: OperatorStatus, history: History | undefined, failing: number): PathReading => {
  const rate = (count: (point: HistoryStep) => number): number => (history ? rateOf(history, count) : 0);
  const toneOf = (...kinds: Concern['kind'][]): PathTone =>
    worstOf(status.concerns.filter(({ kind }) => kinds.includes(kind)));
  const storm = toneOf('breaker_storm');
  const last = history?.data.at(-1);
  const [orders, events] = [rate((point) => point.orders), rate((point) => point.events)];
  const [attempts, delivered] = [rate((point) => point.attempts), rate((point) => point.delivered)];
  const queue = (name: string, perSecond: number): QueueReading => {
    const messages = last?.queues[name] ?? 0;
    return {
      messages,
      clearsInSeconds: messages > 0 && perSecond > 0 ? messages / perSecond : undefined,
      tone: worstOf(
        status.concerns.filter((concern) =>
          'queue' in concern ? concern.queue === name : concern.kind === 'broker_disconnected',
        ),
      ),
    };
  };
  const { audit } = status;
  const failedShare = history && failedShareOf(history);
  const { narrowed, probing } = status.windows.live;
  const held = status.held_endpoints.filter(({ mode }) => mode === 'live');
  const troubled = held.length + narrowed + probing + failing;
  return {
    ordersPerSecond: orders,
    eventsPerSecond: events,
    attemptsPerSecond: attempts,
    deliveredPerSecond: delivered,
    ordersQueue: queue('order-state.orders', orders + events),
    deliveriesQueue: queue('webhook-dispatcher.deliveries', attempts),
    attemptsQueue: queue('order-state.attempts', attempts),
    waiting: audit.waiting,
    due: status.backlog.due.live,
    held: audit.held,
    inFlight: audit.in_flight,
    overdueSeconds: audit.oldest_overdue_seconds,
    ledgerTone: toneOf('ledger_unbalanced', 'deliveries_overdue'),
    failedShare,
    dispatcherTone: toneOf('webhooks_failing'),
    timeToMerchantMs:
      history?.data.findLast(({ time_to_merchant_ms }) => time_to_merchant_ms !== null)?.time_to_merchant_ms ??
      undefined,
    troubled,
    merchantsTone: troubled > 0 && storm === 'good' ? 'warn' : storm,
  };
};

const worstOf = (concerns: readonly Concern[]): PathTone => {
  if (concerns.some(({ severity }) => severity === 'critical')) return 'bad';
  return concerns.length > 0 ? 'warn' : 'good';
};

export type HistoryStep = History['data'][number];

/** Of the attempts of the last quarter of an hour; undefined: there were none. */
export const failedShareOf = (history: History): number | undefined => {
  const points = lastSeconds(history, 900);
  const attempts = sum(points, ({ attempts }) => attempts);
  return attempts === 0 ? undefined : sum(points, ({ failed_attempts }) => failed_attempts) / attempts;
};

/** A second's average over the last minute: a single step is too restless to be read. */
export const rateOf = (history: History, count: (point: HistoryStep) => number): number => {
  const points = lastSeconds(history, 60);
  return points.length === 0 ? 0 : sum(points, count) / (points.length * history.step_seconds);
};

/** The steps of that time before the newest one's beginning. One in which no order-state ran is missing. */
const lastSeconds = ({ data }: History, seconds: number): readonly HistoryStep[] => {
  const untilMs = Date.parse(data.at(-1)?.at ?? '');
  return data.filter(({ at }) => Date.parse(at) > untilMs - seconds * 1_000);
};

const sum = (points: readonly HistoryStep[], count: (point: HistoryStep) => number): number =>
  points.reduce((total, point) => total + count(point), 0);
