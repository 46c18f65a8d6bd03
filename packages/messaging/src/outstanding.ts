import { createDeferred, type Deferred } from './deferred.js';
import { type NotConfirmedReason, PublishNotConfirmedError } from './errors.js';

/** A publish that its caller awaits. It settles once; a later answer of the broker is ignored. */
export type Outstanding = {
  messageId: string;
  exchange: string;
  routingKey: string;
  deadlineMs: number;
  wasReturned: boolean;
  resolve: () => void;
  reject: (error: PublishNotConfirmedError) => void;
};

export type OutstandingSet = {
  add: (entry: Outstanding) => void;
  confirm: (entry: Outstanding) => void;
  reject: (entry: Outstanding, reason: NotConfirmedReason, cause?: unknown) => void;
  rejectAll: (reason: NotConfirmedReason, cause?: unknown) => void;
  /** The broker returns a message before it confirms it, without its delivery tag: the oldest match is meant. */
  markReturned: (returned: Pick<Outstanding, 'messageId' | 'exchange' | 'routingKey'>) => void;
  isAwaited: (entry: Outstanding) => boolean;
  whenEmpty: () => Promise<void>;
};

/** All entries share one time limit, so they expire in the order they came, and one timer watches the oldest. */
export const createOutstandingSet = (): OutstandingSet => {
  const entries = new Set<Outstanding>();
  let timer: NodeJS.Timeout | undefined;
  let empty: Deferred<void> | undefined;

  const take = (entry: Outstanding): boolean => {
    const wasThere = entries.delete(entry);
    if (entries.size === 0) {
      empty?.resolve();
      empty = undefined;
    }
    return wasThere;
  };
  const reject = (entry: Outstanding, reason: NotConfirmedReason, cause?: unknown) => {
    if (take(entry)) entry.reject(new PublishNotConfirmedError(reason, entry.messageId, { cause }));
  };
  const expire = () => {
    timer = undefined;
    for (const entry of entries) {
      if (entry.deadlineMs > Date.now()) return watch(entry);
      reject(entry, 'timeout');
    }
  };
  const watch = (oldest: Outstanding) => {
    // The socket keeps the process alive while a caller waits; the timer alone must not.
    timer ??= setTimeout(expire, Math.max(1, oldest.deadlineMs - Date.now())).unref();
  };

  return {
    add: (entry) => {
      entries.add(entry);
      watch(entry);
    },
    confirm: (entry) => {
      if (entry.wasReturned) reject(entry, 'returned');
      else if (take(entry)) entry.resolve();
    },
    reject,
    rejectAll: (reason, cause) => {
      for (const entry of entries) reject(entry, reason, cause);
    },
    markReturned: (returned) => {
      for (const entry of entries) {
        if (!entry.wasReturned && isSameMessage(entry, returned)) {
          entry.wasReturned = true;
          return;
        }
      }
    },
    isAwaited: (entry) => entries.has(entry),
    whenEmpty: () => {
      if (entries.size === 0) return Promise.resolve();
      return (empty ??= createDeferred()).promise;
    },
  };
};

const isSameMessage = (a: Pick<Outstanding, 'messageId' | 'exchange' | 'routingKey'>, b: typeof a): boolean =>
  a.messageId === b.messageId && a.exchange === b.exchange && a.routingKey === b.routingKey;
