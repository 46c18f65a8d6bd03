/** The output of a command. Colour and width are those of standard output. */
export type Terminal = {
  /** One line, to standard output. */
  print: (line: string) => void;
  /** One line for people, to standard error, as standard output is for the result. */
  tell: (line: string) => void;
  paint: (style: Style, text: string) => string;
  /** Columns: of the terminal, 80 where there is none. */
  width: number;
};

/** As they are meant, so that each means the same everywhere. */
export type Style = 'good' | 'bad' | 'unsure' | 'faint' | 'strong';

type Output = { write: (text: string) => unknown; isTTY?: boolean; columns?: number };

const codes: Record<Style, readonly [on: number, off: number]> = {
  good: [32, 39],
  bad: [31, 39],
  unsure: [33, 39],
  faint: [2, 22],
  strong: [1, 22],
};
const widthWithoutTerminal = 80;
const widthMin = 40;

/** Coloured on a terminal only, and there not where `NO_COLOR` asks for none. */
export const createTerminal = (out: Output, error: Output, env: Record<string, string | undefined>): Terminal => {
  const isColored = out.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return {
    print: (line) => void out.write(`${line}\n`),
    tell: (line) => void error.write(`${line}\n`),
    paint: (style, text) => {
      const [on, off] = codes[style];
      return isColored ? `\u001b[${on}m${text}\u001b[${off}m` : text;
    },
    width: Math.max(widthMin, out.columns ?? widthWithoutTerminal),
  };
};

/** A text from elsewhere must not move the cursor or colour the terminal. */
export const toPrintable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '�');
