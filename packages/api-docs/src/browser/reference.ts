/** Redoc's standalone script, which is loaded before this one. */
declare const Redoc: { init: (specification: object, options: object, element: Element) => void };

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Each pair of colours has a contrast of 4.5 at least. */
const palettes = {
  light: {
    ink: '#1f2328',
    soft: '#59636e',
    side: '#f6f8fa',
    line: '#d1d9e0',
    link: '#0550ae',
    good: '#116329',
    bad: '#a40e26',
  },
  dark: {
    ink: '#f0f6fc',
    soft: '#9198a1',
    side: '#151b23',
    line: '#3d444d',
    link: '#79c0ff',
    good: '#56d364',
    bad: '#ff7b72',
  },
};

const font = '-apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif';

const optionsFor = ({ ink, soft, side, line, link, good, bad }: typeof palettes.light) => ({
  scrollYOffset: 'header.site',
  hideDownloadButtons: true,
  hideLoading: true,
  nativeScrollbars: true,
  pathInMiddlePanel: true,
  sortRequiredPropsFirst: true,
  jsonSamplesExpandLevel: 'all',
  minCharacterLengthToInitSearch: 2,
  theme: {
    colors: {
      primary: { main: link },
      success: { main: good },
      error: { main: bad },
      text: { primary: ink, secondary: soft },
      border: { dark: line, light: line },
    },
    schema: {
      arrow: { color: soft },
      nestedBackground: side,
      linesColor: line,
      typeNameColor: soft,
      typeTitleColor: soft,
    },
    typography: {
      fontFamily: font,
      headings: { fontFamily: font },
      code: { color: ink, backgroundColor: side },
      links: { color: link, visited: link, hover: link },
    },
    sidebar: { backgroundColor: side, textColor: ink, activeTextColor: link },
    rightPanel: { backgroundColor: '#151b23', textColor: '#f0f6fc' },
    codeBlock: { backgroundColor: '#0d1117' },
  },
});

/**
 * The origin of the samples: they are sent to the service that serves this page, so that they work as they are copied.
 */
const printedOrigin = 'https://delivery.example/';

const readSpecification = async (): Promise<object> => {
  const response = await fetch(document.querySelector('main')?.dataset['document'] ?? '');
  const text = await response.text();
  return JSON.parse(text.replaceAll(printedOrigin, `${location.origin}/`)) as object;
};

/** Redoc computes its colours when it is drawn, so it is drawn anew for other ones. */
const draw = (specification: object): void => {
  const place = document.createElement('div');
  document.querySelector('main')?.replaceChildren(place);
  Redoc.init(specification, optionsFor(palettes[dark.matches ? 'dark' : 'light']), place);
};

const specification = await readSpecification();
dark.addEventListener('change', () => draw(specification));
draw(specification);
