import type { List, Page } from '../list.js';
import type { Flags } from './command.js';
import { readCount } from './read-flags.js';

const usual = 20;
const max = 100;

export const limitFlag: Flags = {
  limit: { value: 'count', help: `how many, ${max} at most; default ${usual}` },
};

export const readLimit = (text: (flag: string) => string | undefined): number =>
  readCount('limit', text('limit'), { usual, max });

export const firstPage = async <Entry>(entries: List<Entry>): Promise<Page<Entry>> => {
  for await (const page of entries.pages()) return page;
  return { data: [], next_cursor: null };
};
