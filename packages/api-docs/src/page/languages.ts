/** A language of the merchants' guide, with what the page says around the text. */
export type Language = {
  /** For `lang` and `hreflang`. */
  tag: string;
  name: string;
  /** Of the Markdown in docs/, of the page, and of its path beside the other languages'. */
  source: string;
  file: string;
  path: string;
  skip: string;
  pages: string;
  languages: string;
  contents: string;
  guide: string;
  reference: string;
  forCouriers: string;
  forPlatforms: string;
};

export const english: Language = {
  tag: 'en',
  name: 'English',
  source: 'merchants.md',
  file: 'guide.html',
  path: 'guide',
  skip: 'Skip to the content',
  pages: 'Pages',
  languages: 'Languages',
  contents: 'Contents',
  guide: 'Guide',
  reference: 'API reference',
  forCouriers: 'For couriers',
  forPlatforms: 'For platforms',
};

const portuguese: Language = {
  tag: 'pt-BR',
  name: 'Português',
  source: 'merchants-pt.md',
  file: 'guide-pt.html',
  path: 'guide-pt',
  skip: 'Ir para o conteúdo',
  pages: 'Páginas',
  languages: 'Idiomas',
  contents: 'Conteúdo',
  guide: 'Guia',
  reference: 'Referência da API',
  forCouriers: 'Para entregadores',
  forPlatforms: 'Para plataformas',
};

const spanish: Language = {
  tag: 'es',
  name: 'Español',
  source: 'merchants-es.md',
  file: 'guide-es.html',
  path: 'guide-es',
  skip: 'Ir al contenido',
  pages: 'Páginas',
  languages: 'Idiomas',
  contents: 'Contenido',
  guide: 'Guía',
  reference: 'Referencia de la API',
  forCouriers: 'Para repartidores',
  forPlatforms: 'Para plataformas',
};

export const guideLanguages = [english, portuguese, spanish] as const;
