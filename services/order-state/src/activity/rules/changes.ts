import { isDeepStrictEqual } from 'node:util';
import type { SettingChange } from '@delivery/contracts';

/** Characters of a value. */
const shownMax = 200;

const show = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  const text = isList ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
};

/** These settings before and after, as text. Pure. @param names also of those whose secret part alone differs */
export const describeChanges = (names: readonly string[], before: object, after: object): SettingChange[] => {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return names.map((name) => ({ name, before: show(old.get(name)), after: show(now.get(name)) }));
};

/** The members of `after` that differ from `before`. Pure. */
export const listChanges = (before: object, after: object): SettingChange[] => {
  const old = new Map(Object.entries(before));
  const isChanged = ([name, value]: [string, unknown]): boolean =>
    !isDeepStrictEqual(old.get(name) ?? null, value ?? null);
  return describeChanges(
    Object.entries(after)
      .filter(isChanged)
      .map(([name]) => name),
    before,
    after,
  );
};
