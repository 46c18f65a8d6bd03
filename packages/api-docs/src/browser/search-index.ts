import MiniSearch from 'minisearch';
import type { SearchEntry } from '../search/search-entry.js';

export type Found = SearchEntry & { /** Words of the text that were meant. */ terms: string[] };
export type Search = (words: string) => Found[];

/** Made in the reader's browser from what is said, when the search is first opened: some milliseconds for some hundred entries. */
export const loadIndex = async (): Promise<Search> => {
  const response = await fetch(new URL('search.json', import.meta.url));
  if (!response.ok) throw new Error(`status ${response.status}`);
  return createSearch((await response.json()) as SearchEntry[]);
};

export const createSearch = (entries: readonly SearchEntry[]): Search => {
  const index = new MiniSearch<SearchEntry & { at: number }>({
    idField: 'at',
    fields: ['title', 'place', 'text'],
    // `webhook_id`, `webhook-id` and `id` are found by each of their words, and as a whole.
    tokenize: (text) =>
      text.split(/[^\p{L}\p{N}_-]+/u).flatMap((word) => [word, ...(/[_-]/.test(word) ? word.split(/[_-]/) : [])]),
    searchOptions: { boost: { title: 4, place: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  index.addAll(entries.map((entry, at) => ({ ...entry, at })));
  return (words) =>
    index.search(words).flatMap(({ id, terms }) => {
      const entry = entries[Number(id)];
      return entry ? [{ ...entry, terms }] : [];
    });
};
