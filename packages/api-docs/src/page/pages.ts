import { slug } from 'github-slugger';
import highlighter from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import type { DocumentPart } from '../openapi/split-document.js';
import { english, type Language, renderAlternates, renderLanguages } from './languages.js';

/** Where files of the repository are served, from the guide, by the paths that link to them. */
type Served = Readonly<Record<string, string>>;

/**
 * A guide as a page, from Markdown whose links lead to what is served. `markdown`: the name of that text, for programs.
 */
export const renderGuide = (site: Site & { markdown: string }, markdown: string): string => {
  const { guide } = site.language ?? english;
  const name = Object.entries(site.beside ?? {}).find(([, path]) => path === site.here)?.[0] ?? guide;
  return renderText({ ...site, name, id: 'guide', folder: 'docs', pathOf: ({ path }) => path }, markdown);
};

/** The first page of a reference, from Markdown. */
export const renderReferencePage = (site: Site, markdown: string): string => {
  const { name } = (site.language ?? english).reference;
  const pathOf = ({ reference }: Language) => reference.path;
  return renderText({ ...site, markdown: 'reference.md', name, id: 'reference', folder: 'root', pathOf }, markdown);
};

const scripts = { guide: ['guide.js'], reference: ['guide.js', 'find-call.js'] };

type Text = Site &
  Pick<Page, 'id' | 'folder'> & { markdown: string; name: string; pathOf: (language: Language) => string };

const renderText = (site: Text, markdown: string): string => {
  const { id, folder, name, pathOf } = site;
  const parser = new MarkdownIt({ highlight: renderCode });
  const { escapeHtml } = parser.utils;
  // A table can be scrolled, so the keyboard has to reach it.
  parser.renderer.rules['table_open'] = () => '<table tabindex="0">\n';
  const links: string[] = [];
  parser.use(anchor, {
    level: [2, 3],
    // Anchors as GitHub makes them, so that a link into the guide works in both places.
    slugify: (title) => slug(title),
    tabIndex: false,
    permalink: anchor.permalink.headerLink(),
    callback: (token, { slug: id, title }) =>
      links.push(`<li class="${token.tag}"><a href="#${id}">${escapeHtml(title)}</a></li>`),
  });
  const text = parser.render(markdown);
  const { contents } = site.language ?? english;
  const { below } = places[folder];
  return renderLayout(site, {
    id,
    folder,
    title: `${name} · ${site.title}`,
    head: `${scripts[id].map((script) => `<script type="module" src="${below}${script}"></script>`).join('\n')}
<link rel="alternate" type="text/markdown" href="${below}${site.markdown}">${site.language === undefined ? '' : renderAlternates(pathOf)}`,
    body: `<div class="columns">
<nav class="contents" aria-label="${contents}" tabindex="0"><ul>
${links.join('\n')}
</ul></nav>
<main id="content" class="markdown-body" tabindex="-1">
${site.language === undefined ? '' : renderLanguages(site.language, pathOf)}
${text}
</main>
</div>`,
  });
};

/**
 * The Markdown that people read in the repository, as it is served. Comments, pictures and most files of the repository
 * are not: a link to such a file becomes its text.
 */
export const withServedLinks = (markdown: string, served: Served = {}): string =>
  markdown
    .replaceAll(/^<!--.*-->\n/gm, '')
    .replaceAll(/^!\[[^\]]*\]\([^)]*\)\n/gm, '')
    .replaceAll(
      /\[([^\]]+)\]\((\.\.\/[^)]*|(?:(?:docs|adr)\/)?[\w-]+\.md|openapi\.json)(#[^)]*)?\)/g,
      (_, text: string, path: string, anchor = '') =>
        served[path] === undefined ? text : `[${text}](${served[path]}${anchor})`,
    )
    .replaceAll('- [ ] ', '- ☐ ');

/** Colours by class: the policy of the page refuses inline styles. */
const renderCode = (code: string, language: string): string => {
  const known = highlighter.getLanguage(language) ? language : 'plaintext';
  return `<pre tabindex="0"><code>${highlighter.highlight(code, { language: known }).value}</code></pre>`;
};

/** The page in which Redoc draws the calls of one tag. Its text is English. */
export const renderReference = (site: Site, part: DocumentPart, parts: readonly DocumentPart[]): string =>
  renderLayout(site, {
    id: 'reference',
    folder: 'docs',
    title: `${part.tag} · ${english.reference.name} · ${site.title}`,
    head: `<script defer src="redoc.js"></script>
<script type="module" src="reference.js"></script>`,
    body: `<nav class="tags" aria-label="Calls">
${parts.map(({ slug, tag }) => `<a href="reference-${slug}"${slug === part.slug ? current : ''}>${tag}</a>`).join('\n')}
</nav>
<main id="content" tabindex="-1" data-document="reference-${part.slug}.json">
<noscript>This page needs JavaScript. The same is in <a href="../openapi.json">openapi.json</a>.</noscript>
</main>`,
  });

/**
 * The pages of one API. `beside`: other pages of the same service, by their paths from its root. `here`: the path of a
 * page beside the guide.
 */
type Site = {
  title: string;
  hasGuide: boolean;
  beside?: Readonly<Record<string, string>>;
  here?: string;
  /** Present if the page exists in several languages. */
  language?: Language;
};

/** `folder`: where the page is. */
type Page = { id: 'reference' | 'guide'; folder: keyof typeof places; title: string; head: string; body: string };

/** `docs` itself has no slash behind it, so its relative links differ from those of the pages below it. */
const places = {
  root: { reference: 'docs', below: 'docs/', root: '' },
  docs: { reference: '../docs', below: '', root: '../' },
} as const;

const current = ' aria-current="page"';

/** A whole page. It loads its style and its scripts from where it came from, and nothing else. */
const renderLayout = (
  { title: siteTitle, hasGuide, beside = {}, here, language = english }: Site,
  { id, folder, title, head, body }: Page,
): string => {
  const place = { ...places[folder], guide: `${places[folder].below}${language.path}` };
  const toLink = (page: Page['id'], label: string): string =>
    `<a href="${place[page]}"${page === id && here === undefined ? current : ''}>${label}</a>`;
  return `<!doctype html>
<html lang="${language.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${place.below}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${place.below}style.css">
${head}
</head>
<body class="${id}">
<a class="skip" href="#content">${language.skip}</a>
<header class="site">
<strong>${siteTitle}</strong>
<nav aria-label="${language.pages}">
${hasGuide ? toLink('guide', language.guide) : ''}
${toLink('reference', language.reference.name)}
${Object.entries({ 'openapi.json': 'openapi.json', ...beside })
  .map(([label, path]) => `<a href="${place.root}${path}"${path === here ? current : ''}>${label}</a>`)
  .join('\n')}
</nav>
</header>
${body}
</body>
</html>
`;
};
