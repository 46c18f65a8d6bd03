export type Section = { id: string; title: string; text: string };

/** The sections that have every word of the query, with what stands around the first of them. */
export const findSections = (sections: readonly Section[], query: string): ReadonlyMap<string, string> => {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return new Map(
    sections.flatMap(({ id, title, text }) => {
      const [heading, body] = [fold(title), fold(text)];
      if (!words.every((word) => heading.includes(word) || body.includes(word))) return [];
      const at = words.map((word) => body.indexOf(word)).find((place) => place >= 0) ?? 0;
      return [[id, excerptAt(text, at)]];
    }),
  );
};

/** `Código` is found by `codigo`. A letter stays one letter, so that places stay what they are. */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const before = 24;
const length = 90;

const excerptAt = (text: string, at: number): string => {
  const begin = at <= before ? 0 : text.lastIndexOf(' ', at - before) + 1;
  const end = begin + length >= text.length ? text.length : text.lastIndexOf(' ', begin + length);
  return [begin > 0 ? '… ' : '', text.slice(begin, end), end < text.length ? ' …' : ''].join('');
};
