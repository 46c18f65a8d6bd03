/**
 * How a wait ended: something may be there; its time is over; its client went away; the service stops or the client sends
 * nothing more, and so it waits no more.
 */
export type WaitEnd = 'woken' | 'over' | 'gone' | 'closed';

/** One poll, from its arrival until it is answered. */
export type Visit = {
  /** What it is about. */
  readonly key: string;
  isGone: boolean;
  /** Its client has closed its side: it is answered with what its look finds, and waits no more. */
  waitsNoMore: boolean;
  /** Woken since its look began. */
  isWoken: boolean;
  /** While it waits or pauses. */
  end: ((how: WaitEnd) => void) | undefined;
  /** While it waits: a pause hears nothing. */
  hears: boolean;
};

/** `hears`: until a wake, which may have come since the look began; `deaf`: whatever is told meanwhile. */
type Manner = 'hears' | 'deaf';

export type WaitingRoom = {
  enter: (key: string) => Visit;
  /** To be called before each look: wakes from here on count for the next wait. */
  beginLook: (visit: Visit) => void;
  /** Calls back once, for no longer than `timeoutMs`. */
  sit: (visit: Visit, manner: Manner, timeoutMs: number, onEnd: (how: WaitEnd) => void) => void;
  /** The client has closed its side of the connection. */
  endWait: (visit: Visit) => void;
  /** Whoever polls went away. */
  leaveEarly: (visit: Visit) => void;
  /** What it was woken for is somebody else's to look for, once it leaves. */
  passOn: (visit: Visit) => void;
  /** Answered. */
  leave: (visit: Visit) => void;
  /** One of those who wait for `key` looks; where nobody waits, whoever looks at this moment looks once more. */
  wakeOne: (key: string) => void;
  /** All who wait for `key` look, and who looks at this moment looks once more. */
  wakeAll: (key: string) => void;
  /** Everybody who waits now looks, spread over `spreadMs`: wakes may have been missed. */
  wakeEverybody: (spreadMs: number) => void;
  /** Ends all waits, those to come too. */
  close: () => void;
  visitCount: () => number;
};

type Room = { visits: Map<string, Set<Visit>>; count: number; isClosed: boolean };

/** Polls that wait cost an entry here and a timer each: nothing is asked for them until they are woken. */
export const createWaitingRoom = (): WaitingRoom => {
  const room: Room = { visits: new Map(), count: 0, isClosed: false };
  return {
    enter: (key) => enter(room, key),
    beginLook: (visit) => {
      visit.isWoken = false;
    },
    sit: (visit, manner, timeoutMs, onEnd) => sit(room, { visit, manner, timeoutMs, onEnd }),
    endWait: (visit) => {
      visit.waitsNoMore = true;
      visit.end?.('closed');
    },
    leaveEarly: (visit) => {
      visit.isGone = true;
      visit.end?.('gone');
    },
    passOn: (visit) => {
      visit.isWoken = true;
    },
    leave: (visit) => leave(room, visit),
    wakeOne: (key) => wakeOne(room, key),
    wakeAll: (key) => {
      for (const visit of room.visits.get(key) ?? []) {
        if (visit.hears) visit.end?.('woken');
        else visit.isWoken = true;
      }
    },
    wakeEverybody: (spreadMs) => {
      for (const visit of allOf(room)) {
        if (visit.hears) setTimeout(() => visit.hears && visit.end?.('woken'), Math.random() * spreadMs).unref();
        else visit.isWoken = true;
      }
    },
    close: () => {
      room.isClosed = true;
      for (const visit of allOf(room)) visit.end?.('closed');
    },
    visitCount: () => room.count,
  };
};

const allOf = (room: Room): Visit[] => [...room.visits.values()].flatMap((present) => [...present]);

const enter = (room: Room, key: string): Visit => {
  const visit: Visit = { key, isGone: false, waitsNoMore: false, isWoken: false, end: undefined, hears: false };
  room.visits.set(key, (room.visits.get(key) ?? new Set()).add(visit));
  room.count += 1;
  return visit;
};

const leave = (room: Room, visit: Visit): void => {
  const present = room.visits.get(visit.key);
  if (!present?.delete(visit)) return;
  room.count -= 1;
  if (present.size === 0) room.visits.delete(visit.key);
  // What it was woken for is still there, or came while it looked: the next one's to find.
  else if (visit.isWoken) wakeOne(room, visit.key);
};

const wakeOne = (room: Room, key: string): void => {
  const present = room.visits.get(key) ?? [];
  for (const visit of present) {
    if (visit.hears) return visit.end?.('woken');
  }
  for (const visit of present) visit.isWoken = true;
};

type Sitting = { visit: Visit; manner: Manner; timeoutMs: number; onEnd: (how: WaitEnd) => void };

const sit = (room: Room, { visit, manner, timeoutMs, onEnd }: Sitting): void => {
  if (visit.isGone) return onEnd('gone');
  if (manner === 'hears' && visit.isWoken) return onEnd('woken');
  if (room.isClosed || visit.waitsNoMore) return onEnd('closed');
  const end = (how: WaitEnd): void => {
    clearTimeout(timer);
    visit.end = undefined;
    visit.hears = false;
    if (how === 'woken') visit.isWoken = true;
    onEnd(how);
  };
  const timer = setTimeout(end, timeoutMs, 'over');
  visit.end = end;
  visit.hears = manner === 'hears';
};
