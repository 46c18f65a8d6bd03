/** A file that a service serves: where below its prefix, and as what. */
export type PublishedEntry = { path: string; file: string; contentType: string };

const html = 'text/html; charset=utf-8';
const json = 'application/json';
const javaScript = 'text/javascript; charset=utf-8';

/** The files that the reference loads in each API. */
const assets: readonly PublishedEntry[] = [
  { path: 'docs/style.css', file: 'style.css', contentType: 'text/css; charset=utf-8' },
  { path: 'docs/redoc.js', file: 'redoc.js', contentType: javaScript },
  { path: 'docs/reference.js', file: 'reference.js', contentType: javaScript },
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
    { path: 'docs/reference.json', file: 'reference.json', contentType: json },
    { path: 'docs/guide', file: 'guide.html', contentType: html },
    { path: 'docs/open-delivery', file: 'open-delivery.html', contentType: html },
    { path: 'docs/guide.js', file: 'guide.js', contentType: javaScript },
    { path: 'docs/webhook-signature-vectors.json', file: 'webhook-signature-vectors.json', contentType: json },
    ...receivers.map((path) => ({
      path: `docs/receivers/${nameOf(path)}`,
      file: nameOf(path),
      contentType: 'text/plain; charset=utf-8',
    })),
    { path: `docs/${clientFile}`, file: clientFile, contentType: 'application/gzip' },
    ...assets,
  ],
  courier: [
    { path: 'openapi.json', file: 'courier-openapi.json', contentType: json },
    { path: 'docs', file: 'courier-docs.html', contentType: html },
    { path: 'docs/reference.json', file: 'courier-reference.json', contentType: json },
    { path: 'docs/guide', file: 'courier-guide.html', contentType: html },
    { path: 'docs/guide.js', file: 'guide.js', contentType: javaScript },
    { path: 'docs/courier.py', file: 'courier.py', contentType: 'text/plain; charset=utf-8' },
    ...assets,
  ],
  platform: [
    { path: 'openapi.json', file: 'platform-openapi.json', contentType: json },
    { path: 'docs', file: 'platform-docs.html', contentType: html },
    { path: 'docs/reference.json', file: 'platform-reference.json', contentType: json },
    { path: 'docs/guide', file: 'platform-guide.html', contentType: html },
    { path: 'docs/guide.js', file: 'guide.js', contentType: javaScript },
    ...assets,
  ],
  operator: [
    { path: 'openapi.json', file: 'operator-openapi.json', contentType: json },
    { path: 'docs', file: 'operator-docs.html', contentType: html },
    { path: 'docs/reference.json', file: 'operator-reference.json', contentType: json },
    ...assets,
  ],
} as const satisfies Record<string, readonly PublishedEntry[]>;
