/**
 * How a wait ended: something may be there; its time is over; its client went away; the service stops or the client
 * sends nothing more, and so it waits no more.
 */
export type WaitEnd = 'woken' | 'over' | 'disconnected' | 'closed';

/** One poll, from its arrival until it is answered. */
export type LongPoll = {
  /** The resource that it polls. */
  readonly key: string;
  /** The requested names of the resource. */
  readonly names: readonly string[];
  isDisconnected: boolean;
  /** Its client has closed its side: it is answered with the result of its look, and waits no more. */
  waitsNoMore: boolean;
  /** Woken since its look began. */
  isWoken: boolean;
  /** While it waits or pauses. */
  end: ((how: WaitEnd) => void) | undefined;
  /** While it waits: false during a pause, which no wake ends. */
  wakeable: boolean;
};

/** `wakeable`: until a wake, which may have come since the look began; `pause`: for the whole time, despite wakes. */
type WaitMode = 'wakeable' | 'pause';

/** The subject of a poll. A resource without names has none. */
export type Polled = Pick<LongPoll, 'key' | 'names'>;

export type LongPolls = {
  enter: (polled: Polled) => LongPoll;
  /** To be called before each look: wakes from here on count for the next wait. */
  beginLook: (longPoll: LongPoll) => void;
  /** Calls back once, for no longer than `timeoutMs`. */
  wait: (longPoll: LongPoll, mode: WaitMode, timeoutMs: number, onEnd: (how: WaitEnd) => void) => void;
  /** The client has closed its side of the connection. */
  endWait: (longPoll: LongPoll) => void;
  /** The client that polls has disconnected. */
  leaveEarly: (longPoll: LongPoll) => void;
  /** Once it leaves, another poll of its key looks for what this one was woken for. */
  passOn: (longPoll: LongPoll) => void;
  /** Answered. */
  leave: (longPoll: LongPoll) => void;
  /** One of the polls that wait for `key` looks; where none waits, one that is looking now looks once more. */
  wakeOne: (key: string) => void;
  /** All polls that wait for one of these names of `key` look, and those that are looking now look once more. */
  wakeAll: (key: string, names: readonly string[]) => void;
  /** All waiting polls look, spread over `spreadMs`: wakes may have been missed. */
  wakeEverybody: (spreadMs: number) => void;
  /** Ends all waits, those to come too. */
  close: () => void;
  openCount: () => number;
};

type Registry = { open: Map<string, Set<LongPoll>>; count: number; isClosed: boolean };

/** Polls that wait cost an entry here and a timer each: nothing is asked for them until they are woken. */
export const createLongPolls = (): LongPolls => {
  const polls: Registry = { open: new Map(), count: 0, isClosed: false };
  return {
    enter: (polled) => enter(polls, polled),
    beginLook: (longPoll) => {
      longPoll.isWoken = false;
    },
    wait: (longPoll, mode, timeoutMs, onEnd) => wait(polls, { longPoll, mode, timeoutMs, onEnd }),
    endWait: (longPoll) => {
      longPoll.waitsNoMore = true;
      longPoll.end?.('closed');
    },
    leaveEarly: (longPoll) => {
      longPoll.isDisconnected = true;
      longPoll.end?.('disconnected');
    },
    passOn: (longPoll) => {
      longPoll.isWoken = true;
    },
    leave: (longPoll) => leave(polls, longPoll),
    wakeOne: (key) => wakeOne(polls, key),
    wakeAll: (key, names) => {
      for (const longPoll of polls.open.get(key) ?? []) {
        if (!longPoll.names.some((name) => names.includes(name))) continue;
        if (longPoll.wakeable) longPoll.end?.('woken');
        else longPoll.isWoken = true;
      }
    },
    wakeEverybody: (spreadMs) => {
      for (const longPoll of allOf(polls)) {
        if (longPoll.wakeable)
          setTimeout(() => longPoll.wakeable && longPoll.end?.('woken'), Math.random() * spreadMs).unref();
        else longPoll.isWoken = true;
      }
    },
    close: () => {
      polls.isClosed = true;
      for (const longPoll of allOf(polls)) longPoll.end?.('closed');
    },
    openCount: () => polls.count,
  };
};

const allOf = (polls: Registry): LongPoll[] => [...polls.open.values()].flatMap((present) => [...present]);

const enter = (polls: Registry, { key, names }: Polled): LongPoll => {
  const longPoll: LongPoll = {
    key,
    names,
    isDisconnected: false,
    waitsNoMore: false,
    isWoken: false,
    end: undefined,
    wakeable: false,
  };
  polls.open.set(key, (polls.open.get(key) ?? new Set()).add(longPoll));
  polls.count += 1;
  return longPoll;
};

const leave = (polls: Registry, longPoll: LongPoll): void => {
  const present = polls.open.get(longPoll.key);
  if (!present?.delete(longPoll)) return;
  polls.count -= 1;
  if (present.size === 0) polls.open.delete(longPoll.key);
  // The message it was woken for is still there, or came while it looked, so the next poll finds it.
  else if (longPoll.isWoken) wakeOne(polls, longPoll.key);
};

const wakeOne = (polls: Registry, key: string): void => {
  const present = polls.open.get(key) ?? [];
  for (const longPoll of present) {
    if (longPoll.wakeable) return longPoll.end?.('woken');
  }
  for (const longPoll of present) longPoll.isWoken = true;
};

type Waiting = { longPoll: LongPoll; mode: WaitMode; timeoutMs: number; onEnd: (how: WaitEnd) => void };

const wait = (polls: Registry, { longPoll, mode, timeoutMs, onEnd }: Waiting): void => {
  if (longPoll.isDisconnected) return onEnd('disconnected');
  if (mode === 'wakeable' && longPoll.isWoken) return onEnd('woken');
  if (polls.isClosed || longPoll.waitsNoMore) return onEnd('closed');
  const end = (how: WaitEnd): void => {
    clearTimeout(timer);
    longPoll.end = undefined;
    longPoll.wakeable = false;
    if (how === 'woken') longPoll.isWoken = true;
    onEnd(how);
  };
  const timer = setTimeout(end, timeoutMs, 'over');
  longPoll.end = end;
  longPoll.wakeable = mode === 'wakeable';
};
