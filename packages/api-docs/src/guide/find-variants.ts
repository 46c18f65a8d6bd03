import type { Token } from 'markdown-it';

/** A code block, and the label before it where there was one. */
export type LabelledCode = { label: string | undefined; language: string; code: string };

/** Tokens of the guide, with code blocks that say the same in several languages taken together. */
export type GuideBlock =
  { kind: 'tokens'; tokens: readonly Token[] } | { kind: 'code'; blocks: readonly LabelledCode[] };

/**
 * Code blocks that follow each other belong together, each in another language: as they stand, or each behind a
 * paragraph that is a name and a colon (`Node:`).
 */
export const findVariants = (tokens: readonly Token[]): GuideBlock[] => {
  const found: GuideBlock[] = [];
  let plain: Token[] = [];
  let at = 0;
  while (at < tokens.length) {
    const blocks = readBlocks(tokens, at);
    const token = tokens[at];
    if (blocks.codes.length > 0) {
      if (plain.length > 0) found.push({ kind: 'tokens', tokens: plain });
      found.push({ kind: 'code', blocks: blocks.codes });
      plain = [];
      at = blocks.end;
    } else {
      if (token !== undefined) plain.push(token);
      at += 1;
    }
  }
  if (plain.length > 0) found.push({ kind: 'tokens', tokens: plain });
  return found;
};

const readBlocks = (tokens: readonly Token[], start: number): { codes: LabelledCode[]; end: number } => {
  const codes: LabelledCode[] = [];
  let end = start;
  for (;;) {
    const next = readBlock(tokens, end);
    // The same language again is something else to say.
    if (next === undefined || codes.some(({ language }) => language === next.code.language)) return { codes, end };
    codes.push(next.code);
    end = next.end;
  }
};

const readBlock = (tokens: readonly Token[], at: number): { code: LabelledCode; end: number } | undefined => {
  const [first, inline, , fourth] = tokens.slice(at, at + 4);
  if (first?.level === 0 && first.type === 'fence') return { code: toCode(first, undefined), end: at + 1 };
  const label = /^(\w[\w .+#-]{0,24}):$/.exec(inline?.content ?? '')?.[1];
  if (first?.type !== 'paragraph_open' || label === undefined || fourth?.type !== 'fence') return undefined;
  return { code: toCode(fourth, label), end: at + 4 };
};

const toCode = (fence: Token, label: string | undefined): LabelledCode => ({
  label,
  language: fence.info.trim(),
  code: fence.content,
});
