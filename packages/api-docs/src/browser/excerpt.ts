export type ExcerptPart = { text: string; isTerm: boolean };

const beforeCharacters = 40;
const lengthCharacters = 150;

/** A piece of the text around the first of the words, which are told apart. */
export const excerptOf = (text: string, terms: readonly string[]): ExcerptPart[] => {
  const escaped = terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (escaped.length === 0) return [{ text: text.slice(0, lengthCharacters), isTerm: false }];
  // Longest first: of words that begin alike the whole one is meant.
  const word = new RegExp(`(${escaped.sort((one, other) => other.length - one.length).join('|')})`, 'iu');
  const start = Math.max(0, text.search(word) - beforeCharacters);
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const piece = text.slice(from, from + lengthCharacters);
  const parts = piece.split(new RegExp(word, 'giu')).map((part, at) => ({ text: part, isTerm: at % 2 === 1 }));
  return [
    ...(from > 0 ? [{ text: '… ', isTerm: false }] : []),
    ...parts.filter(({ text: part }) => part !== ''),
    ...(from + lengthCharacters < text.length ? [{ text: ' …', isTerm: false }] : []),
  ];
};
