/** Whether `promise` settled within `ms`. A rejection within the time rejects. */
export const settlesWithin = async (promise: Promise<unknown>, ms: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), timeUp]);
  } finally {
    clearTimeout(timer);
  }
};

export type Backoff = { minMs: number; maxMs: number };

/**
 * Exponential, with full jitter above `minMs`: replicas that lost the same broker come back spread out, and none of
 * them spins. `attempt` counts from 0, `random` is in [0, 1).
 */
export const backoffDelayMs = (attempt: number, backoff: Backoff, random: number): number => {
  const ceilingMs = Math.min(backoff.maxMs, backoff.minMs * 2 ** Math.min(attempt + 1, 30));
  return Math.round(backoff.minMs + random * Math.max(0, ceilingMs - backoff.minMs));
};

export type Deferred<T> = { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void };

/** A promise to be settled from outside: the broker's answer arrives in a callback elsewhere. */
export const createDeferred = <T>(): Deferred<T> => {
  let resolve: Deferred<T>['resolve'] = () => undefined;
  let reject: Deferred<T>['reject'] = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
};

export type Observable<T> = {
  get: () => T;
  set: (value: T) => void;
  /** Called after each change with the new and the previous value; returns the way to stop. */
  subscribe: (listener: (value: T, previous: T) => void) => () => void;
};

export const createObservable = <T>(initial: T): Observable<T> => {
  let current = initial;
  const listeners = new Set<(value: T, previous: T) => void>();
  return {
    get: () => current,
    set: (value) => {
      const previous = current;
      current = value;
      for (const listener of [...listeners]) listener(value, previous);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
