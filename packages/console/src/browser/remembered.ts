/** Preferences kept in this browser: no secrets, and none that the page needs, as storage may be forbidden. */
type Name = 'language' | 'theme' | 'operator' | 'shortcut' | 'zone';

const prefix = 'delivery-console.';

export const remembered = (name: Name): string | undefined => {
  try {
    return localStorage.getItem(prefix + name) ?? undefined;
  } catch {
    return undefined;
  }
};

export const remember = (name: Name, value: string): void => {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
};

const placeKey = `${prefix}place`;

/** Where the page is, over a sign-in at another site that leads back to its beginning. */
export const keepPlace = (): void => {
  try {
    sessionStorage.setItem(placeKey, location.hash);
  } catch {
    // A browser that keeps nothing begins at the beginning.
  }
};

export const goToKeptPlace = (): void => {
  try {
    const place = sessionStorage.getItem(placeKey);
    sessionStorage.removeItem(placeKey);
    if (place !== null && place !== '' && location.hash === '') location.replace(place);
  } catch {
    // As above.
  }
};

/**
 * The state of a page in the browser's history, for a return to it by Back or Forward. It stays in memory, because it
 * may contain customers' data.
 */
export type HistoryEntry = {
  scrollTop: number;
  /** The address of the link in the content that had the focus. */
  focusedHref: string | null;
  /** By a name for each. */
  kept: Map<string, unknown>;
};

const entriesMax = 30;

let entries = new Map<string, HistoryEntry>();
let current: HistoryEntry = { scrollTop: 0, focusedHref: null, kept: new Map() };

export const currentEntry = (): HistoryEntry => current;

/** At each change of the address. @returns the entry, if the browser came back to it */
export const enterHistoryEntry = (): HistoryEntry | undefined => {
  current.scrollTop = scrollY;
  current.focusedHref = document.activeElement?.closest('#content a')?.getAttribute('href') ?? null;
  const known = entries.get(keyOfState(history.state) ?? '');
  if (known) return (current = known);
  const key = crypto.getRandomValues(new Uint32Array(2)).join('-');
  history.replaceState({ entry: key }, '');
  current = { scrollTop: 0, focusedHref: null, kept: new Map() };
  entries.set(key, current);
  for (const oldest of [...entries.keys()].slice(0, -entriesMax)) entries.delete(oldest);
  return undefined;
};

/** With the session ends what it was shown. */
export const forgetHistoryEntries = (): void => {
  entries = new Map();
  current.kept.clear();
};

const keyOfState = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'entry' in state ? String(state.entry) : undefined;
