import { escapeHtml } from './markdown.js';

/** Pages of one API, and what the top of each leads to. */
export type Site = {
  title: string;
  /** The page made of the document, at `docs`, and where there is one the guide, at `docs/guide`. */
  pages: readonly SitePage[];
};

type SitePage = { id: 'reference' | 'guide'; label: string };

export type PageParts = { id: SitePage['id']; title: string; navigation: string; main: string };

/** `docs` has no slash behind it, so what lies below it is reached from there by another path than from the guide. */
const places = {
  reference: { reference: 'docs', guide: 'docs/guide', below: 'docs/', document: 'openapi.json' },
  guide: { reference: '../docs', guide: 'guide', below: '', document: '../openapi.json' },
} as const;

/** A whole page. It loads its style and its script from where it came from, and nothing else. */
export const renderLayout = (site: Site, { id, title, navigation, main }: PageParts): string => {
  const place = places[id];
  const links = site.pages.map(
    (page) =>
      `<a href="${place[page.id]}"${page.id === id ? ' aria-current="page"' : ''}>${escapeHtml(page.label)}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${place.below}style.css">
<script type="module" src="${place.below}page.js"></script>
</head>
<body class="${id}">
<a class="skip" href="#top">To the text</a>
<header>
<a class="brand" href="#top">${escapeHtml(site.title)}</a>
<nav class="pages" aria-label="Pages">${links.join('')}</nav>
<a class="raw" href="${place.document}">openapi.json</a>
</header>
<div class="shell">
${navigation}
<main id="top" tabindex="-1">
${main}
</main>
</div>
</body>
</html>
`;
};
