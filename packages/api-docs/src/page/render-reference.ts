import { english, type Language, renderAlternates, renderLanguages } from './languages.js';
import { renderLayout, type Site } from './layout.js';

const pathOf = ({ reference }: Language): string => reference.path;

/** The page in which Redoc draws `docs/reference.json`, in English. */
export const renderReference = (site: Site): string => {
  const { reference } = site.language ?? english;
  return renderLayout(site, {
    id: 'reference',
    title: `${reference.name} · ${site.title}`,
    head: `<script defer src="docs/redoc.js"></script>
<script type="module" src="docs/reference.js"></script>${site.language === undefined ? '' : renderAlternates(pathOf)}`,
    body: `${site.language === undefined ? '' : renderLanguages(site.language, pathOf)}
<main id="content" lang="en" tabindex="-1">
<noscript lang="${(site.language ?? english).tag}">${reference.needsScript} <a href="openapi.json">openapi.json</a>.</noscript>
</main>`,
  });
};
