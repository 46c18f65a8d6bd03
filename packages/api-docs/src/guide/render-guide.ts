import MarkdownIt, { type Token } from 'markdown-it';
import type { JsonObject } from '../json.js';
import { renderLayout, type Site } from '../page/layout.js';
import { escapeHtml } from '../page/markdown.js';
import { createFindOperation } from '../samples/operation-samples.js';
import type { SearchEntry } from '../search/search-entry.js';
import { findVariants } from './find-variants.js';
import { createCodeRenderer } from './guide-code.js';
import { type Heading, markHeadings } from './headings.js';
import { sectionTexts } from './section-texts.js';

export type Guide = { page: string; entries: SearchEntry[] };

type GuideSource = {
  markdown: string;
  /** Whose calls the guide makes. */
  document: JsonObject;
  site: Site;
  /** Where files that the guide links to are served, from the guide: a link to any other is told as text. */
  served: Readonly<Record<string, string>>;
};

/** The guide for merchants as a page, from the Markdown that people read on GitHub too. */
export const renderGuide = ({ markdown, document, site, served }: GuideSource): Guide => {
  const parser = createParser(served);
  const tokens = parser.parse(withoutPictures(withoutComments(markdown)), {});
  const headings = markHeadings(tokens);
  const renderBlocks = createCodeRenderer(createFindOperation(document));
  const main = findVariants(tokens)
    .map((block) =>
      block.kind === 'code'
        ? renderBlocks(block.blocks)
        : parser.renderer.render([...block.tokens], parser.options, {}),
    )
    .join('\n');
  const title = headings.find(({ level }) => level === 1)?.text ?? site.title;
  return {
    page: renderLayout(site, {
      id: 'guide',
      title: `${title} · ${site.title}`,
      navigation: renderNavigation(headings),
      main,
    }),
    entries: sectionTexts(tokens, headings).map(({ heading, path, text }) => ({
      title: heading.text,
      place: ['Guide', ...path].join(' › '),
      text,
      href: `guide#${heading.id}`,
    })),
  };
};

/** They tell the build where something is; readers need them not. */
const withoutComments = (markdown: string): string => markdown.replaceAll(/^<!--.*-->\n/gm, '');

/** They stand beside the Markdown, and the service serves none: who reads the guide there has the pages themselves. */
const withoutPictures = (markdown: string): string => markdown.replaceAll(/^!\[[^\]]*\]\([^)]*\)\n/gm, '');

/** HTML of the text is shown as text: everything that is one was made here. */
const createParser = (served: GuideSource['served']) => {
  const parser = new MarkdownIt({ html: false });
  parser.renderer.rules['table_open'] = () => '<div class="wide" tabindex="0"><table>\n';
  parser.renderer.rules['table_close'] = () => '</table></div>\n';
  parser.renderer.rules['heading_close'] = (tokens, at) => {
    const id = String(tokens[at - 2]?.attrGet('id') ?? '');
    const tag = tokens[at]?.tag ?? '';
    return tag === 'h1'
      ? '</h1>\n'
      : ` <a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to this section">#</a></${tag}>\n`;
  };
  parser.core.ruler.push('links', ({ tokens }) => {
    for (const { children } of tokens) if (children) unlinkUnserved(children, served);
  });
  parser.core.ruler.push('tasks', ({ tokens }) => markTasks(tokens));
  parser.core.ruler.push('alignment', ({ tokens }) => classAlignment(tokens));
  return parser;
};

/** The parser aligns a table's columns by inline styles, which the page's policy refuses. */
const classAlignment = (tokens: readonly Token[]): void => {
  for (const token of tokens) {
    const style = token.attrIndex('style');
    if (style < 0) continue;
    if (token.attrGet('style') === 'text-align:right') token.attrSet('class', 'number');
    token.attrs?.splice(style, 1);
  }
};

const unlinkUnserved = (tokens: Token[], served: GuideSource['served']): void => {
  tokens.forEach((token, at) => {
    const href = token.type === 'link_open' ? String(token.attrGet('href') ?? '') : '#';
    if (/^(#|https?:)/.test(href)) return;
    const target = served[href];
    if (target !== undefined) return token.attrSet('href', target);
    const close = tokens.findIndex(({ type }, after) => after > at && type === 'link_close');
    for (const link of [token, tokens[close]]) if (link) Object.assign(link, { type: 'text', tag: '', content: '' });
  });
};

/** `- [ ] …`: something to do, with a box that is drawn by the style. */
const markTasks = (tokens: readonly Token[]): void => {
  tokens.forEach((token, at) => {
    const [first] = token.type === 'inline' ? (token.children ?? []) : [];
    const item = tokens[at - 2];
    if (first === undefined || item?.type !== 'list_item_open' || !first.content.startsWith('[ ] ')) return;
    first.content = first.content.slice('[ ] '.length);
    item.attrJoin('class', 'task');
  });
};

const renderNavigation = (headings: readonly Heading[]): string => {
  const links = headings
    .filter(({ level }) => level === 2 || level === 3)
    .map(
      ({ level, id, text }) => `<li class="level-${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
    );
  return `<nav class="contents" aria-label="Contents"><ul>${links.join('\n')}</ul></nav>`;
};
