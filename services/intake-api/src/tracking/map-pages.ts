import { mapDirectory, portalDirectory } from '@delivery/console';
import { framingHeaders, type PublishedFile, publishedPages } from '@delivery/http-edge';

/**
 * The portal, and the page of a map that it and tracking pages show within them. Without a style there is no map: nothing is
 * opened to another origin.
 */
export const publishedMapAndPortal = (styleUrl: string | undefined): PublishedFile[] => {
  if (styleUrl === undefined) return publishedPages('/portal', portalDirectory);
  return [
    ...publishedPages('/portal', portalDirectory, { meta: { map: '../map/' }, headers: framingHeaders }),
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
