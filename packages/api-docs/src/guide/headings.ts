import type { Token } from 'markdown-it';
import { createSlugger } from './slug.js';

export type Heading = { level: number; id: string; text: string; /** Among the tokens. */ at: number };

/** Gives each heading its anchor, and lists them. */
export const markHeadings = (tokens: readonly Token[]): Heading[] => {
  const toSlug = createSlugger();
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return [];
    const text = textOf(tokens[at + 1]);
    const id = toSlug(text);
    token.attrSet('id', id);
    return [{ level: Number(token.tag.slice(1)), id, text, at }];
  });
};

/** What is read of an inline token, without its marks. */
export const textOf = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('')
    .trim();
