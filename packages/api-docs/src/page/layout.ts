import { english, type Language } from './languages.js';

/** The pages of one API. `beside`: other pages of the same service, by their paths from its root. `here`: the path of a page beside the guide. */
export type Site = {
  title: string;
  hasGuide: boolean;
  beside?: Readonly<Record<string, string>>;
  here?: string;
  /** Of a page that is there in several. */
  language?: Language;
};

export type Page = { id: 'reference' | 'guide'; title: string; head: string; body: string };

/** `docs` has no slash behind it, so its relative links differ from those of the guide. */
const places = {
  reference: { reference: 'docs', below: 'docs/', root: '' },
  guide: { reference: '../docs', below: '', root: '../' },
} as const;

const current = ' aria-current="page"';

/** A whole page. It loads its style and its scripts from where it came from, and nothing else. */
export const renderLayout = (
  { title: siteTitle, hasGuide, beside = {}, here, language = english }: Site,
  { id, title, head, body }: Page,
): string => {
  const place = { ...places[id], guide: `${places[id].below}${language.path}` };
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
