import { framingHeaders } from './page-headers.js';
import type { PublishedFile } from './published-file.js';
import { publishedPages } from './published-pages.js';

/** `styleUrl`: of MapLibre. Without one there is no map: nothing is opened to another origin. */
type MapPage = { directory: URL; styleUrl: string | undefined };

/** Pages, and beside them at `/map/` that of a map, which they show within them. */
export const publishedPagesWithMap = (
  prefix: string,
  directory: URL,
  { directory: mapDirectory, styleUrl }: MapPage,
): PublishedFile[] => {
  if (styleUrl === undefined) return publishedPages(prefix, directory);
  return [
    ...publishedPages(prefix, directory, { meta: { map: '../map/' }, headers: framingHeaders }),
    ...publishedPages('/map', mapDirectory, { meta: { 'map-style': styleUrl }, headers: mapHeaders(styleUrl) }),
  ];
};

/** Of the map and its worker: they ask the style's origin alone. MapLibre makes its worker and its credits of texts. */
const mapHeaders = (styleUrl: string): Record<string, string> => {
  const { origin } = new URL(styleUrl);
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "worker-src 'self'",
      `connect-src 'self' ${origin}`,
      `img-src 'self' data: blob: ${origin}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join('; '),
  };
};
