/** A code block of a document that a reader pastes into a shell as a whole. */
export type ShellBlock = {
  /** The line of the text on which it begins, from 1. */
  line: number;
  script: string;
  curlCount: number;
};

/** With an option, a variable, a quoted word or a URL behind it; the bare word is prose. */
const curl = /(?<![\w-])curl(?=\s+(?:["'$-]|https?:))/g;

export type FoundCurls = {
  blocks: readonly ShellBlock[];
  /** Lines that call curl outside a block: a reader could not run them as they stand. */
  strayLines: readonly number[];
};

/**
 * Finds the calls of curl that a Markdown text gives its readers: fenced and indented blocks, and code spans that begin with it.
 * Any other mention of curl with an argument is stray.
 */
export const findCurls = (markdown: string): FoundCurls => {
  const lines = markdown.split('\n');
  const blockLines = [...fencedBlocks(lines), ...indentedBlocks(lines)];
  const inBlocks = new Set(blockLines.flatMap(({ start, length }) => range(start, length)));
  const blocks = blockLines.map(({ start, length }) => toBlock(start, lines.slice(start, start + length).join('\n')));
  const prose = lines.map((text, index) => ({ text, index })).filter(({ index }) => !inBlocks.has(index));
  const spans = prose.flatMap(({ text, index }) =>
    [...text.matchAll(codeSpan)].map(([, script = '']) => toBlock(index, script)),
  );
  const strayLines = prose
    .filter(({ text }) => countCurls(text.replaceAll(codeSpan, '')) > 0)
    .map(({ index }) => index + 1);
  return { blocks: [...blocks, ...spans].filter(({ curlCount }) => curlCount > 0), strayLines };
};

const codeSpan = /`(curl [^`]+)`/g;

type Range = { start: number; length: number };

const fencedBlocks = (lines: readonly string[]): Range[] => {
  const fences = lines.flatMap((line, index) => (/^\s*```/.test(line) ? [index] : []));
  const pairs = fences.flatMap((open, index) =>
    index % 2 === 0 ? [[open, fences[index + 1] ?? lines.length] as const] : [],
  );
  return pairs.map(([open, close]) => ({ start: open + 1, length: close - open - 1 }));
};

/** Runs of lines that are set in by at least four spaces and begin after an empty line. */
const indentedBlocks = (lines: readonly string[]): Range[] => {
  const isIndented = (index: number): boolean => /^ {4,}\S/.test(lines[index] ?? '');
  const starts = lines.flatMap((_, index) => (isIndented(index) && lines[index - 1] === '' ? [index] : []));
  return starts.map((start) => {
    let end = start;
    while (isIndented(end)) end += 1;
    return { start, length: end - start };
  });
};

const range = (start: number, length: number): number[] => Array.from({ length }, (_, index) => start + index);

const toBlock = (start: number, script: string): ShellBlock => ({
  line: start + 1,
  script,
  curlCount: countCurls(script),
});

const countCurls = (text: string): number => text.match(curl)?.length ?? 0;
