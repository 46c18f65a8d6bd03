import { slug } from 'github-slugger';
import highlighter from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { english, type Language, renderAlternates, renderLanguages } from './languages.js';
import { renderLayout, type Site } from './layout.js';

/** Where files of the repository are served, from the guide, by the paths that link to them. */
type Served = Readonly<Record<string, string>>;

const pathOf = ({ path }: Language): string => path;

/** The guide for merchants as a page, from the Markdown that people read in the repository too. */
export const renderGuide = (site: Site, markdown: string, served: Served = {}): string => {
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
  const text = parser.render(withoutUnserved(markdown, served));
  const { guide, contents } = site.language ?? english;
  return renderLayout(site, {
    id: 'guide',
    title: `${guide} · ${site.title}`,
    head: `<script type="module" src="guide.js"></script>${site.language === undefined ? '' : renderAlternates(pathOf)}`,
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

/** Comments, pictures and most files of the repository are not served: a link to such a file becomes its text. */
const withoutUnserved = (markdown: string, served: Served): string =>
  markdown
    .replaceAll(/^<!--.*-->\n/gm, '')
    .replaceAll(/^!\[[^\]]*\]\([^)]*\)\n/gm, '')
    .replaceAll(
      /\[([^\]]+)\]\((\.\.\/[^)]*|[\w-]+\.md|openapi\.json)(#[^)]*)?\)/g,
      (_, text: string, path: string, anchor = '') =>
        served[path] === undefined ? text : `[${text}](${served[path]}${anchor})`,
    )
    .replaceAll('- [ ] ', '- ☐ ');

/** Colours by class: the policy of the page refuses inline styles. */
const renderCode = (code: string, language: string): string => {
  const known = highlighter.getLanguage(language) ? language : 'plaintext';
  return `<pre tabindex="0"><code>${highlighter.highlight(code, { language: known }).value}</code></pre>`;
};
