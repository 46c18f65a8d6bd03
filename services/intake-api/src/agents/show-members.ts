import { isObject, type Json, type ShownMembers } from '@delivery/contracts/calls';

type Shown = true | readonly string[] | ShownMembers;

const isTexts = (shown: Shown): shown is readonly string[] => Array.isArray(shown);

/**
 * The part of an answer that a tool shows. Members without a name here are left out, and so is an object where a text
 * or a number is expected.
 */
export const showMembers = (value: Json, shown: Shown): Json | undefined => {
  if (Array.isArray(value)) return value.map((entry) => showMembers(entry, shown) ?? null);
  if (value === null) return value;
  if (shown === true) return isObject(value) ? undefined : value;
  if (isTexts(shown)) return typeof value === 'string' && shown.includes(value) ? value : undefined;
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, members]) => {
      const member = value[name];
      const part = member === undefined ? undefined : showMembers(member, members);
      return part === undefined ? [] : [[name, part]];
    }),
  );
};
