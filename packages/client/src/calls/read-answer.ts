import { createList, type List, type ListOptions, type Page } from '../list.js';
import type { Answer, Query, Send } from '../transport.js';

/** The one place where the types of openapi.json are believed: new fields may come, known ones stay. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the answer's type
export const readJson = <T>({ body }: Answer): T => JSON.parse(body) as T;

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
