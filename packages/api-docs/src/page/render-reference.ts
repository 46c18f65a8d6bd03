import { renderLayout, type Site } from './layout.js';

/** The page in which Redoc draws `docs/reference.json`. */
export const renderReference = (site: Site): string =>
  renderLayout(site, {
    id: 'reference',
    title: `API reference · ${site.title}`,
    head: `<script defer src="docs/redoc.js"></script>
<script type="module" src="docs/reference.js"></script>`,
    body: `<main id="content" tabindex="-1">
<noscript>This page needs JavaScript. The same is in <a href="openapi.json">openapi.json</a>.</noscript>
</main>`,
  });
