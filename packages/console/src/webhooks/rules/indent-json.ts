/** The text of a JSON value with line breaks, letter by letter as it was sent: parsing it would change its numbers. Pure. */
export const indentJson = (json: string): string => {
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  return tokensOf(json)
    .map((token, at, all) => {
      if (token === '{' || token === '[') {
        if (isClosing(all[at + 1])) return token;
        depth += 1;
        return token + line();
      }
      if (isClosing(token)) {
        const before = all[at - 1];
        if (before === '{' || before === '[') return token;
        depth -= 1;
        return line() + token;
      }
      if (token === ',') return token + line();
      return token === ':' ? ': ' : token;
    })
    .join('');
};

const isClosing = (token: string | undefined): boolean => token === '}' || token === ']';

/** Strings whole, marks one by one, and everything else between them; white space is left out. */
const tokensOf = (json: string): readonly string[] => json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
