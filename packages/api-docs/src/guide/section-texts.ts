import type { Token } from 'markdown-it';
import { type Heading, textOf } from './headings.js';

export type Section = {
  heading: Heading;
  /** Titles of the headings that it is below. */ path: string[];
  text: string;
};

/** What is said below each heading, without code: nobody searches for a brace. */
export const sectionTexts = (tokens: readonly Token[], headings: readonly Heading[]): Section[] =>
  headings.map((heading, index) => {
    const end = headings[index + 1]?.at ?? tokens.length;
    const said = tokens.slice(heading.at + 2, end).filter(({ type }) => type === 'inline');
    const above = headings.slice(0, index).filter(({ level }) => level > 1 && level < heading.level);
    return { heading, path: above.slice(-1).map(({ text }) => text), text: said.map(textOf).join(' ') };
  });
