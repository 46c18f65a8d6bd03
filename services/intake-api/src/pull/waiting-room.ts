/**
 * How a wait ended: something may be there; its time is over; whoever waited went away; the service stops, and nobody waits any
 * more.
 */
type WaitEnd = 'woken' | 'over' | 'gone' | 'closed';

/** One poll, from its arrival until it is answered. */
export type Visit = {
  /** To be called before each look: wakes from here on count for the next wait. */
  beginLook: () => void;
  /** Until a wake, which may have come since `beginLook`, but for no longer than `timeoutMs`. */
  wait: (timeoutMs: number) => Promise<WaitEnd>;
  /** For a fixed time, whatever is told meanwhile. */
  pause: (ms: number) => Promise<WaitEnd>;
  isGone: () => boolean;
  /** Whoever polls went away. */
  leaveEarly: () => void;
  /** What it was woken for is somebody else's to look for, once it leaves. */
  passOn: () => void;
  /** Answered. */
  leave: () => void;
};

export type WaitingRoom = {
  /** @param key what the visit is about */
  enter: (key: string) => Visit;
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

type Place = {
  isGone: boolean;
  /** Woken since its look began. */
  isWoken: boolean;
  /** While it waits or pauses. */
  end: ((how: WaitEnd) => void) | undefined;
  /** While it waits: a pause hears nothing. */
  hears: boolean;
};

type Room = { places: Map<string, Set<Place>>; count: number; isClosed: boolean };

/** Polls that wait cost an entry here and a timer each: nothing is asked for them until they are woken. */
export const createWaitingRoom = (): WaitingRoom => {
  const room: Room = { places: new Map(), count: 0, isClosed: false };
  return {
    enter: (key) => enter(room, key),
    wakeOne: (key) => wakeOne(room, key),
    wakeAll: (key) => {
      for (const place of room.places.get(key) ?? []) {
        if (place.hears) place.end?.('woken');
        else place.isWoken = true;
      }
    },
    wakeEverybody: (spreadMs) => {
      for (const place of allOf(room)) {
        if (place.hears) setTimeout(() => place.hears && place.end?.('woken'), Math.random() * spreadMs).unref();
        else place.isWoken = true;
      }
    },
    close: () => {
      room.isClosed = true;
      for (const place of allOf(room)) place.end?.('closed');
    },
    visitCount: () => room.count,
  };
};

const allOf = (room: Room): Place[] => [...room.places.values()].flatMap((present) => [...present]);

const enter = (room: Room, key: string): Visit => {
  const place: Place = { isGone: false, isWoken: false, end: undefined, hears: false };
  const present = room.places.get(key) ?? new Set();
  room.places.set(key, present.add(place));
  room.count += 1;
  return {
    beginLook: () => {
      place.isWoken = false;
    },
    wait: (timeoutMs) => (place.isWoken ? Promise.resolve('woken') : sit(room, place, timeoutMs, 'hears')),
    pause: (ms) => sit(room, place, ms, 'deaf'),
    isGone: () => place.isGone,
    leaveEarly: () => {
      place.isGone = true;
      place.end?.('gone');
    },
    passOn: () => {
      place.isWoken = true;
    },
    leave: () => {
      if (!present.delete(place)) return;
      room.count -= 1;
      if (present.size === 0) room.places.delete(key);
      // What it was woken for is still there, or came while it looked: the next one's to find.
      else if (place.isWoken) wakeOne(room, key);
    },
  };
};

const wakeOne = (room: Room, key: string): void => {
  const present = room.places.get(key) ?? [];
  for (const place of present) {
    if (place.hears) return place.end?.('woken');
  }
  for (const place of present) place.isWoken = true;
};

const sit = (room: Room, place: Place, ms: number, manner: 'hears' | 'deaf'): Promise<WaitEnd> => {
  if (place.isGone) return Promise.resolve('gone');
  if (room.isClosed) return Promise.resolve('closed');
  return new Promise((resolve) => {
    const end = (how: WaitEnd): void => {
      clearTimeout(timer);
      place.end = undefined;
      place.hears = false;
      if (how === 'woken') place.isWoken = true;
      resolve(how);
    };
    const timer = setTimeout(end, ms, 'over');
    place.end = end;
    place.hears = manner === 'hears';
  });
};
