import { EndpointNotFound, OAuthClientNotFound, StoreNotFound } from '../problems.js';
import type { Answer, ApiRequest, CallOptions, PreviewedOptions, Query, Send } from '../transport.js';

/** The one place where the types of openapi.json are believed: new fields may come, known ones stay. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the answer's type
export const readJson = <T>({ body }: Answer): T => JSON.parse(body) as T;

/** A call, its body as JSON, and the JSON of its answer. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the answer's type
export const callJson = async <T>(
  send: Send,
  { json, ...request }: Omit<ApiRequest, 'body'> & { json?: unknown },
  { preview, ...options }: PreviewedOptions = {},
): Promise<T> => {
  const headers = preview === undefined ? request.headers : { 'preview-token': preview };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return readJson<T>(await send({ ...request, ...(headers && { headers }), ...body }, options));
};

/** A list below `path`, whose pages follow each other by the parameter `cursorName`. */
export const listFrom = <Entry>(
  send: Send,
  list: { path: string; query?: Query; cursorName?: 'cursor' | 'after'; first?: string },
  { pageSize, cursor, signal }: ListOptions = {},
): List<Entry> => {
  const { path, query, cursorName = 'cursor' } = list;
  const options = signal ? { signal } : {};
  return createList<Entry>(async (at) => {
    const page = { ...query, limit: pageSize, [cursorName]: at };
    return readJson<Page<Entry>>(await send({ method: 'GET', path, query: page, repeat: 'always' }, options));
  }, cursor ?? list.first);
};

export const deleteOnce = async (send: Send, path: string, options?: CallOptions): Promise<void> => {
  try {
    await send({ method: 'DELETE', path, repeat: 'always' }, options);
  } catch (error) {
    const isGone =
      error instanceof EndpointNotFound || error instanceof OAuthClientNotFound || error instanceof StoreNotFound;
    // An attempt that was not answered has deleted it.
    if (isGone && error.attempts > 1) return;
    throw error;
  }
};

/** `next_cursor` is `null` on the last one. */
export type Page<Entry> = { data: Entry[]; next_cursor: string | null };

/**
 * `for await` reads entry by entry, a page at a time as they are needed; `pages()` gives whole pages and their cursors.
 */
export type List<Entry> = AsyncIterable<Entry> & { pages: () => AsyncIterable<Page<Entry>> };

export type ListOptions = CallOptions & {
  /** Entries of one page, at most 100. Default 50. */
  pageSize?: number;
  /** Go on from a page's `next_cursor`. */
  cursor?: string;
};

const createList = <Entry>(
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
