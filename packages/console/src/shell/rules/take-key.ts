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
