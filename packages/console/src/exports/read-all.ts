import { CallError, type Get, nextPage, type Page, request, withLargestPages } from '../api/request.js';
import { withoutRepeats } from '../api/rules/refresh.js';

/** Rows in one file: what a browser holds and a spreadsheet opens. */
export const exportMax = 50_000;

/** After a refusal for now: a rate limit lets some through again within this time. */
const waitMs = 2_000;
const waitMax = 30;

type Reading<T> = { keyOf: (row: T) => string; signal: AbortSignal; onRead: (count: number) => void };

/** All rows of a list as its filters stand, page by page: one call at a time. One may move from page to page. @throws CallError */
export const readAll = async <T>(
  list: Get<Page<T>>,
  { keyOf, signal, onRead }: Reading<T>,
): Promise<{ rows: T[]; isWhole: boolean }> => {
  const first = withLargestPages(list);
  const rows: T[] = [];
  let page: Get<Page<T>> | undefined = first;
  while (page && rows.length < exportMax) {
    const { data, next_cursor: cursor }: Page<T> = await readPatiently(page, signal);
    rows.push(...data);
    onRead(rows.length);
    page = cursor === null ? undefined : nextPage(first, cursor);
  }
  const isWhole = page === undefined && rows.length < exportMax;
  return { rows: withoutRepeats(rows, keyOf).slice(0, exportMax), isWhole };
};

const readPatiently = async <T>({ path }: Get<Page<T>>, signal: AbortSignal): Promise<Page<T>> => {
  for (let waits = 0; ; waits += 1) {
    try {
      const { body } = await request<Page<T>>({ path, signal });
      return body ?? { data: [], next_cursor: null };
    } catch (error) {
      const isForNow = error instanceof CallError && (error.status === 429 || error.status === 503);
      if (!isForNow || signal.aborted || waits === waitMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
};
