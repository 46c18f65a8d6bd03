import type { ConsumeSession, Delivered } from './consume-session.js';
import {
  asTheyCome,
  type BatchConsumerOptions,
  type ConsumerOptions,
  type WaitingMessages,
} from './consumer-options.js';
import { deadLetter } from './disposition.js';

export type StartConsumerOptions = ConsumerOptions &
  Pick<BatchConsumerOptions, 'createWaiting'> & {
    /** Calls of the handler at once. */
    runningMax: number;
    /** Messages in one call of the handler. */
    takeMax: number;
    handle: BatchConsumerOptions['handleBatch'];
  };

export type State = {
  options: Required<StartConsumerOptions>;
  session: ConsumeSession | undefined;
  /** In hand and not started. */
  waiting: WaitingMessages<Delivered>;
  /** Messages that are handled alone: they wait behind all others. */
  waitingAlone: Delivered[];
  /** Calls of the handler under way; none of these promises rejects. */
  running: Set<Promise<void>>;
  /** Calls of the handler begun since the event loop last turned. */
  startedInTurn: number;
  isPumpScheduled: boolean;
  prefetchChange: Promise<void>;
  /** While something that the handler needs is away: nothing is started. */
  outage: Promise<void> | undefined;
  /** Since when no call of the handler has ended otherwise: an outage that seems to be over may go on. */
  outageSinceMs: number | undefined;
  stopping: AbortController;
  /** Nothing can be settled any more: the time to drain is over, or the channel is lost meanwhile. */
  drained: AbortController;
};

export const createState = (given: StartConsumerOptions): State => {
  const options: State['options'] = {
    isolateFromDeliveryCount: 3,
    giveUpFromDeliveryCount: 15,
    giveUp: ({ deliveryCount }) => Promise.resolve(deadLetter(unansweredReason(deliveryCount))),
    requeueDelay: { minMs: 1_000, maxMs: 60_000 },
    outageBackoff: { minMs: 100, maxMs: 5_000 },
    createWaiting: <Item>() => asTheyCome<Item>(given.takeMax),
    ...given,
  };
  return {
    options,
    session: undefined,
    waiting: options.createWaiting((delivered: Delivered) => delivered.message),
    waitingAlone: [],
    running: new Set(),
    startedInTurn: 0,
    isPumpScheduled: false,
    prefetchChange: Promise.resolve(),
    outage: undefined,
    outageSinceMs: undefined,
    stopping: new AbortController(),
    drained: new AbortController(),
  };
};

const unansweredReason = (deliveryCount: number): string =>
  `delivered ${deliveryCount} times without an answer: each time its handling failed, or the process that had it ` +
  'died or lost its connection';

export const isStopping = (state: State): boolean => state.stopping.signal.aborted;

export const addWaiting = ({ waiting, waitingAlone, options }: State, delivered: Delivered): void => {
  if (delivered.message.deliveryCount < options.isolateFromDeliveryCount) waiting.add(delivered);
  else waitingAlone.push(delivered);
};

export const takeAllWaiting = ({ waiting, waitingAlone }: State): Delivered[] => [
  ...waiting.takeAll(),
  ...waitingAlone.splice(0),
];

/**
 * A batch of messages that are left of another one and messages that have come since, within the bounds of a batch. One
 * that was handled alone has ended no process this time, so others join it.
 */
export const cutAnew = ({ waiting, waitingAlone, options }: State, left: readonly Delivered[]): Delivered[] => {
  if (waiting.size() === 0) {
    // One that is to be given up ends alone.
    const place = waitingAlone.findIndex(({ message }) => message.deliveryCount < options.giveUpFromDeliveryCount);
    if (place !== -1) waitingAlone.splice(place, 1).forEach(waiting.add);
  }
  waiting.putBack(left);
  return waiting.takeBatch();
};
