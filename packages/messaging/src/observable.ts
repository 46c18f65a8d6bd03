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
