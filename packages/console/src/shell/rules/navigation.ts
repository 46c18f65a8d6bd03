export type Route = { segments: readonly string[]; query: URLSearchParams };

export const parseHash = (text: string): Route => {
  const [path = '', query = ''] = text.replace(/^#\/?/, '').split('?');
  return { segments: path.split('/').filter(Boolean).map(decode), query: new URLSearchParams(query) };
};

/** A `%` that begins no escape was typed as it is. */
const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const queryLengthMax = 128;

/** The query of a search: from a link to a page of the portal or the console its id, otherwise the typed text. Pure. */
export const queryOf = (typed: string): string => {
  const [address, hash] = typed.split('#/');
  const isPage = hash !== undefined && /^https?:\/\/\S+\/(portal|console)\/$/.test(address ?? '');
  return ((isPage && parseHash(hash).segments.at(-1)) || typed).slice(0, queryLengthMax);
};

/** As many as a phone shows in one line. */
const inLineMax = 5;

/** The places that a phone shows at once: the first ones, and the one where one is. */
export const placesInLine = (places: readonly string[], current: string): readonly string[] => {
  if (places.length <= inLineMax) return places;
  const first = places.slice(0, inLineMax - 1);
  if (first.includes(current) || !places.includes(current)) return first;
  return [...first.slice(0, -1), current];
};

export type Keys = readonly [key: string] | readonly [first: string, second: string];

/** A first key is waited for no longer than this: one that was hit by mistake is forgotten. */
const pairMs = 2_000;

/** The first of two keys, and when it was pressed. */
export type Begun = { key: string; atMs: number } | undefined;

/** Which of the shortcuts a key completes, if any; else what it begins. */
export const takeKey = <S extends { keys: Keys }>(
  shortcuts: readonly S[],
  begun: Begun,
  { key, atMs }: { key: string; atMs: number },
): { shortcut?: S | undefined; begun?: Begun } => {
  if (begun && atMs - begun.atMs <= pairMs) {
    const paired = shortcuts.find(({ keys: [first, second] }) => first === begun.key && second === key);
    if (paired) return { shortcut: paired };
  }
  const single = shortcuts.find(({ keys: [first, second] }) => first === key && second === undefined);
  if (single) return { shortcut: single };
  return shortcuts.some(({ keys: [first] }) => first === key) ? { begun: { key, atMs } } : {};
};
