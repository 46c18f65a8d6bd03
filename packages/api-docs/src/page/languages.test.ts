import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { english, guideLanguages } from './languages.js';

const fence = /^```[^]*?^```$/gm;

/**
 * The parts of a section that all languages share: its level, blocks of code, code spans, and the rows of its tables.
 */
const outlineOf = (source: string) => {
  const markdown = readFileSync(new URL(`../../../../docs/${source}`, import.meta.url), 'utf8');
  const blocks: string[] = [];
  const prose = markdown.replaceAll(fence, (block) => `@${blocks.push(block) - 1}@`).replaceAll(/^<!-- .*-->$/gm, '');
  return prose.split(/^(?=#)/m).map((section) => ({
    level: /^#+/.exec(section)?.[0].length,
    blocks: [...section.matchAll(/@(\d+)@/g)].map(([, index]) => blocks[Number(index)]),
    codes: [...section.matchAll(/`([^`]+)`/g)].map(([, code]) => code?.replaceAll(/\s+/g, ' ')).sort(),
    rows: section.match(/^\|/gm)?.length ?? 0,
  }));
};

const translations = guideLanguages.filter((language) => language !== english);

describe.each(translations.map(({ name, source }) => [name, source]))('the guide in %s', (_name, source) => {
  it('[P16] has the sections of the English one, each with the same code, names and tables', () => {
    const outline = outlineOf(english.source);
    expect(outline.length).toBeGreaterThan(20);
    expect(outline.flatMap(({ blocks }) => blocks).length).toBeGreaterThan(15);
    expect(outlineOf(source)).toEqual(outline);
  });
});
