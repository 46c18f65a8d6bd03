import type { Concern, History, OperatorStatus } from '@delivery/contracts';

type PathTone = 'good' | 'warn' | 'bad' | 'idle';

export type QueueReading = {
  /** undefined: not known. */
  messages: number | undefined;
  /**
   * How long it takes to empty at the present rate; `never`: nothing takes messages from it; undefined: empty, or not
   * known.
   */
  clearsInSeconds: number | 'never' | undefined;
  tone: PathTone;
};

/**
 * The path of live merchants' messages as it is now. Messages in queues include those of sandbox merchants. Rates are
 * in events a second; undefined while not known.
 */
export type PathReading = {
  /** Shares of the creates of the last minute; undefined: none came. */
  refused: { unavailable: number; limited: number } | undefined;
  intakeTone: PathTone;
  ordersPerSecond: number | undefined;
  eventsPerSecond: number | undefined;
  attemptsPerSecond: number | undefined;
  deliveredPerSecond: number | undefined;
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

type Readings = Pick<OperatorStatus, 'concerns' | 'creates'> & {
  audit: Pick<OperatorStatus['audit'], 'waiting' | 'held' | 'in_flight' | 'oldest_overdue_seconds'>;
  backlog: { due: { live: number } };
  windows: Pick<OperatorStatus['windows'], 'live'>;
  held_endpoints: readonly Pick<OperatorStatus['held_endpoints'][number], 'mode'>[];
};

/**
 * @param history of live merchants
 * @param nowMs by the service’s clock
 * @param failing their endpoints that answer with errors, of those with the largest backlogs
 */
export const readPath = (
  status: Readings,
  history: History | undefined,
  nowMs: number,
  failing: number,
): PathReading => {
  // Without RabbitMQ nothing moves, whatever did half a minute ago.
  const isCutOff = status.concerns.some(({ kind }) => kind === 'broker_disconnected');
  const rate = (count: (point: HistoryStep) => number): number | undefined =>
    history && (isCutOff ? 0 : rateOf(history, nowMs, count));
  const toneOf = (...kinds: Concern['kind'][]): PathTone =>
    worstOf(status.concerns.filter(({ kind }) => kinds.includes(kind)));
  const storm = toneOf('breaker_storm');
  const steps = history && !isCutOff ? lastSeconds(history, nowMs) : [];
  const [orders, events] = [rate((point) => point.orders), rate((point) => point.events)];
  const [attempts, delivered] = [rate((point) => point.attempts), rate((point) => point.delivered)];
  const queue = (name: string, perSecond: number | undefined): QueueReading => {
    const missing = status.concerns.find((concern) => concern.kind === 'consumers_missing' && concern.queue === name);
    // A step's first seconds have no depth yet.
    const measured = steps.findLast(({ queues }) => typeof queues[name] === 'number')?.queues[name] ?? undefined;
    const messages = missing && 'messages' in missing ? missing.messages : measured;
    return {
      messages,
      clearsInSeconds: missing ? 'never' : messages && perSecond ? messages / perSecond : undefined,
      tone: worstOf(
        status.concerns.filter((concern) =>
          'queue' in concern ? concern.queue === name : concern.kind === 'broker_disconnected',
        ),
      ),
    };
  };
  const { audit } = status;
  const deliveriesQueue = queue('webhook-dispatcher.deliveries', attempts);
  const failedShare = history && failedShareOf(history, nowMs);
  const { narrowed, probing } = status.windows.live;
  const held = status.held_endpoints.filter(({ mode }) => mode === 'live');
  const troubled = held.length + narrowed + probing + failing;
  return {
    refused: refusedOf(status.creates),
    intakeTone: toneOf('creates_refused', 'broker_disconnected'),
    ordersPerSecond: orders,
    eventsPerSecond: events,
    attemptsPerSecond: attempts,
    deliveredPerSecond: delivered,
    ordersQueue: queue(
      'order-state.orders',
      orders === undefined || events === undefined ? undefined : orders + events,
    ),
    deliveriesQueue,
    attemptsQueue: queue('order-state.attempts', attempts),
    waiting: audit.waiting,
    due: status.backlog.due.live,
    held: audit.held,
    inFlight: audit.in_flight,
    overdueSeconds: audit.oldest_overdue_seconds,
    ledgerTone: toneOf('ledger_unbalanced', 'deliveries_overdue'),
    failedShare,
    dispatcherTone: isCutOff
      ? 'idle'
      : deliveriesQueue.clearsInSeconds === 'never'
        ? 'bad'
        : toneOf('webhooks_failing'),
    timeToMerchantMs:
      history?.data.findLast(({ time_to_merchant_ms }) => time_to_merchant_ms !== null)?.time_to_merchant_ms ??
      undefined,
    troubled,
    merchantsTone: isCutOff ? 'idle' : troubled > 0 && storm === 'good' ? 'warn' : storm,
  };
};

const worstOf = (concerns: readonly Concern[]): PathTone => {
  if (concerns.some(({ severity }) => severity === 'critical')) return 'bad';
  return concerns.length > 0 ? 'warn' : 'good';
};

export type HistoryStep = History['data'][number];

/** Share of the attempts of the last quarter of an hour; undefined if none was made. */
export const failedShareOf = (history: History, nowMs: number): number | undefined => {
  const points = lastSeconds(history, nowMs, 900);
  const attempts = sum(points, ({ attempts }) => attempts);
  return attempts === 0 ? undefined : sum(points, ({ failed_attempts }) => failed_attempts) / attempts;
};

/** A rate is the average of these seconds: a single step is too restless, and a minute shows a standstill too late. */
const rateSeconds = 30;

/** undefined: nothing was measured. */
export const rateOf = (history: History, nowMs: number, count: (point: HistoryStep) => number): number | undefined => {
  const points = lastSeconds(history, nowMs);
  return points.length === 0 ? undefined : sum(points, count) / (points.length * history.step_seconds);
};

/** Steps that began in that time. One in which no order-state ran is missing. */
const lastSeconds = ({ data }: History, nowMs: number, seconds: number = rateSeconds): readonly HistoryStep[] =>
  data.filter(({ at }) => Date.parse(at) > nowMs - seconds * 1_000);

const refusedOf = (creates: OperatorStatus['creates']): PathReading['refused'] => {
  if (!creates) return undefined;
  const { accepted, limited, unavailable } = creates;
  const total = accepted + limited + unavailable;
  return total === 0 ? undefined : { unavailable: unavailable / total, limited: limited / total };
};

const sum = (points: readonly HistoryStep[], count: (point: HistoryStep) => number): number =>
  points.reduce((total, point) => total + count(point), 0);
