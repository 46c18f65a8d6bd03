import { type RefusedCalls, refusedCallsMax } from '@delivery/contracts';

/** Refusals within this time are reported together. */
const collectMs = 10_000;
/** Merchants and their limits in one report: refusals of further ones are not reported. */
const countedMax = 10_000;

/** Each merchant's calls that were refused with 429, by the limit. */
export type RefusedCallCounts = {
  note: (ownerId: string, limit: string) => void;
  /** Tells what is counted before its time. */
  flush: () => Promise<void>;
};

/**
 * Counts refused calls, and tells order-state of them.
 * @param now milliseconds since 1970
 * @param report may fail: what it was to tell is lost, as is all that is counted when the process dies
 */
export const createRefusedCallCounts = (deps: {
  report: (refused: RefusedCalls[]) => Promise<void>;
  now: () => number;
}): RefusedCallCounts => {
  let counted = new Map<string, RefusedCalls>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    const refused = [...counted.values()];
    counted = new Map();
    for (let from = 0; from < refused.length; from += refusedCallsMax) {
      const isTold = await deps.report(refused.slice(from, from + refusedCallsMax)).then(
        () => true,
        () => false,
      );
      if (!isTold) return;
    }
  };

  return {
    note: (ownerId, limit) => {
      const at = new Date(deps.now()).toISOString();
      const key = `${ownerId} ${limit}`;
      const known = counted.get(key);
      if (!known && counted.size >= countedMax) return;
      if (counted.size === 0) timer = setTimeout(() => void flush(), collectMs).unref();
      counted.set(key, {
        owner_id: ownerId,
        limit,
        count: (known?.count ?? 0) + 1,
        first_at: known?.first_at ?? at,
        last_at: at,
      });
    },
    flush,
  };
};
