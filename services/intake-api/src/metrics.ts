import { counter, gaugeReader, histogram, type Registry } from '@delivery/service-kit';

export type IntakeMetrics = ReturnType<typeof createIntakeMetrics>;

/** No ids among the labels: their number is bounded by routes, methods and statuses. */
export const createIntakeMetrics = (registry: Registry) => {
  const requests = counter(registry, {
    name: 'intake_http_requests_total',
    help: 'Answered requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
  });
  const durations = histogram(registry, {
    name: 'intake_http_request_duration_seconds',
    help: 'Time from the request to its answer, by route.',
    labelNames: ['route'],
  });
  return {
    countRequest: memoize((route: string, method: string, status: string) =>
      requests.labels({ route, method, status }),
    ),
    observeDuration: memoize((route: string) => durations.labels({ route })),
    verdictWaits: counter(registry, {
      name: 'intake_verdict_waits_total',
      help: 'Published messages by how the wait for a verdict ended: in_time, timed_out, skipped, reply_lost, unconfirmed.',
      labelNames: ['result'],
    }),
    confirms: counter(registry, {
      name: 'intake_publisher_confirms_total',
      help: 'Published messages by the answer of the broker: confirmed, failed.',
      labelNames: ['result'],
    }),
    takes: counter(registry, {
      name: 'intake_pull_requests_total',
      help: 'Requests to order-state for messages of pull endpoints, each for many polls.',
    }),
    wakes: counter(registry, {
      name: 'intake_wakes_total',
      help: 'Wakes heard: hints for waiting polls.',
    }),
    rateLimited: counter(registry, {
      name: 'intake_rate_limited_total',
      help:
        'Requests refused with 429, by limit: create, other, pull, platform, platform_api, courier, tracking, ' +
        'failed_login, or a share or budget.',
      labelNames: ['limit'],
    }),
  };
};

/** Each child is made once, because looking up labels costs more than counting. */
const memoize = <Labels extends string[], Child>(make: (...labels: Labels) => Child) => {
  const children = new Map<string, Child>();
  return (...labels: Labels): Child => {
    const name = labels.join(' ');
    const known = children.get(name);
    if (known !== undefined) return known;
    const child = make(...labels);
    children.set(name, child);
    return child;
  };
};

export type StateSources = {
  inFlight: () => number;
  undecidedBytes: () => number;
  waitingBytes: () => number;
  heldBytes: () => number;
  polls: () => number;
  directory: { ageSeconds: () => number; version: () => number; size: () => number };
  broker: { isReady: () => boolean; isBlocked: () => boolean };
};

export const exportState = (
  registry: Registry,
  { inFlight, undecidedBytes, waitingBytes, heldBytes, polls, directory, broker }: StateSources,
): void => {
  const read = gaugeReader(registry);
  read('intake_requests_in_flight', 'Requests under way, their body read.', inFlight);
  read('intake_undecided_bytes', 'Bytes, with 16 KiB for each message, published and not decided.', undecidedBytes);
  read('intake_waiting_bytes', 'Bytes of messages that wait for room in their merchant’s share.', waitingBytes);
  read('intake_buffered_bytes', 'Bytes of bodies on their way in and long answers on their way out.', heldBytes);
  read('intake_polls_open', 'Polls, and reads of the event feed that may wait, under way.', polls);
  read('intake_directory_age_seconds', 'Since the directory was last known to be current.', directory.ageSeconds);
  read('intake_directory_version', 'Version of the last change in the directory.', directory.version);
  read('intake_directory_merchants', 'Merchants in the directory.', directory.size);
  read('intake_broker_connected', '1 while the broker takes messages or is blocked.', () => Number(broker.isReady()));
  read('intake_broker_blocked', '1 while the broker blocks publishers (alarm).', () => Number(broker.isBlocked()));
};
