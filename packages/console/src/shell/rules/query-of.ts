import { parseHash } from './parse-hash.js';

const queryLengthMax = 128;

/** What is searched for: of a link to a page of the portal or the console the id of what it shows, else what was typed. Pure. */
export const queryOf = (typed: string): string => {
  const [address, hash] = typed.split('#/');
  const isPage = hash !== undefined && /^https?:\/\/\S+\/(portal|console)\/$/.test(address ?? '');
  return ((isPage && parseHash(hash).segments.at(-1)) || typed).slice(0, queryLengthMax);
};
