/** A file that a service serves: where below its prefix, and as what. */
export type PublishedEntry = { path: string; file: string; contentType: string };

const html = 'text/html; charset=utf-8';
const json = 'application/json';

const script = (name: string): PublishedEntry => ({
  path: `docs/${name}`,
  file: name,
  contentType: 'text/javascript; charset=utf-8',
});

/** The same for both APIs. The scripts know each other by these names. */
export const assets: readonly PublishedEntry[] = [
  { path: 'docs/style.css', file: 'style.css', contentType: 'text/css; charset=utf-8' },
  ...['page', 'copy', 'element', 'excerpt', 'reading', 'search', 'search-index', 'tabs', 'minisearch'].map((name) =>
    script(`${name}.js`),
  ),
];

/** Receivers to begin with, by their place in the repository. */
export const receivers = [
  'examples/python/receiver.py',
  'examples/go/receiver.go',
  'examples/java/Receiver.java',
  'examples/php/receiver.php',
] as const;

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const clientFile = 'delivery-client.tgz';

export const publishedFiles = {
  merchant: [
    { path: 'openapi.json', file: 'openapi.json', contentType: json },
    { path: 'docs', file: 'docs.html', contentType: html },
    { path: 'docs/guide', file: 'guide.html', contentType: html },
    { path: 'docs/search.json', file: 'search.json', contentType: json },
    {
      path: 'docs/webhook-signature-vectors.json',
      file: 'webhook-signature-vectors.json',
      contentType: json,
    },
    ...receivers.map((path) => ({
      path: `docs/receivers/${nameOf(path)}`,
      file: nameOf(path),
      contentType: 'text/plain; charset=utf-8',
    })),
    { path: `docs/${clientFile}`, file: clientFile, contentType: 'application/gzip' },
    ...assets,
  ],
  operator: [
    { path: 'openapi.json', file: 'operator-openapi.json', contentType: json },
    { path: 'docs', file: 'operator-docs.html', contentType: html },
    { path: 'docs/search.json', file: 'operator-search.json', contentType: json },
    ...assets,
  ],
} as const satisfies Record<string, readonly PublishedEntry[]>;
