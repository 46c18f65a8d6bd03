/** A language of the merchants' guide, with what the page says around the text. */
export type Language = {
  /** For `lang` and `hreflang`. */
  tag: string;
  name: string;
  /**
   * The names of the Markdown in docs/ and of the page without its ending, and the page's path beside the other
   * languages'.
   */
  source: string;
  file: string;
  path: string;
  /** The first page of the reference, whose text is English. */
  reference: { path: string; file: string; name: string };
  skip: string;
  pages: string;
  languages: string;
  contents: string;
  guide: string;
  forCouriers: string;
  forPlatforms: string;
  events: string;
  changelog: string;
};

export const english: Language = {
  tag: 'en',
  name: 'English',
  source: 'merchants.md',
  file: 'guide',
  path: 'guide',
  reference: {
    path: 'docs-en',
    file: 'docs.html',
    name: 'API reference',
  },
  skip: 'Skip to the content',
  pages: 'Pages',
  languages: 'Languages',
  contents: 'Contents',
  guide: 'Guide',
  forCouriers: 'For couriers',
  forPlatforms: 'For platforms',
  events: 'Events',
  changelog: 'Changelog',
};

const portuguese: Language = {
  tag: 'pt-BR',
  name: 'Português',
  source: 'merchants-pt.md',
  file: 'guide-pt',
  path: 'guide-pt',
  reference: {
    path: 'docs-pt',
    file: 'docs-pt.html',
    name: 'Referência da API',
  },
  skip: 'Ir para o conteúdo',
  pages: 'Páginas',
  languages: 'Idiomas',
  contents: 'Conteúdo',
  guide: 'Guia',
  forCouriers: 'Para entregadores',
  forPlatforms: 'Para plataformas',
  events: 'Eventos',
  changelog: 'Novidades',
};

export const guideLanguages = [english, portuguese] as const;

/** Links to the same page in each language. */
export const renderLanguages = (shown: Language, pathOf: (language: Language) => string): string =>
  `<nav class="languages" aria-label="${shown.languages}">
${guideLanguages
  .map(
    (each) =>
      `<a href="${pathOf(each)}" lang="${each.tag}" hreflang="${each.tag}"${each.tag === shown.tag ? ' aria-current="page"' : ''}>${each.name}</a>`,
  )
  .join('\n')}
</nav>`;

/** The links to the other languages, for machines. */
export const renderAlternates = (pathOf: (language: Language) => string): string =>
  guideLanguages.map((each) => `\n<link rel="alternate" hreflang="${each.tag}" href="${pathOf(each)}">`).join('');
