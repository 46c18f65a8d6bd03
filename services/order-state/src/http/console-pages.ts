import { fileURLToPath } from 'node:url';
import { consoleDirectory } from '@delivery/console';
import { type PublishedFile, publishedPages } from '@delivery/http-edge';

/** The page runs its own files and asks its own origin, and nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The operator console, for everybody: what it shows it asks of the operator API, as whoever has signed in. */
export const consolePages = (): PublishedFile[] => publishedPages('/console', fileURLToPath(consoleDirectory), policy);
