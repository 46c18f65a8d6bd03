import type { CallOptions } from './transport.js';

/** `next_cursor` is `null` on the last one. */
export type Page<Entry> = { data: Entry[]; next_cursor: string | null };

/** `for await` reads entry by entry, a page at a time as they are needed; `pages()` gives whole pages and their cursors. */
export type List<Entry> = AsyncIterable<Entry> & { pages: () => AsyncIterable<Page<Entry>> };

export type ListOptions = CallOptions & {
  /** Entries of one page, at most 100. Default 50. */
  pageSize?: number;
  /** Go on from a page's `next_cursor`. */
  cursor?: string;
};

export const createList = <Entry>(
  readPage: (cursor: string | undefined) => Promise<Page<Entry>>,
  first: string | undefined,
): List<Entry> => {
  const pages = async function* () {
    for (let cursor: string | null | undefined = first; cursor !== null;) {
      const page: Page<Entry> = await readPage(cursor);
      yield page;
      cursor = page.next_cursor;
    }
  };
  const entries = async function* () {
    for await (const { data } of pages()) yield* data;
  };
  return { pages, [Symbol.asyncIterator]: entries };
};
