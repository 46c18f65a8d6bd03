import type { Answer } from './answer.js';
import type { PublishedFile } from './published-files.js';

/** Days for which a copy of security.txt is valid: RFC 9116 asks for less than a year. */
const securityDays = 90;
const dayMs = 86_400_000;

/** The files that browsers, crawlers and security researchers request from every host. */
export const siteFiles = (site: {
  /** The icon's path, relative to the root: the service may be served below another one. */
  icon: string;
  /** Prefixes of the paths that crawlers may read; all other paths are disallowed. */
  crawled: readonly string[];
  /** The URI for reports of vulnerabilities. `undefined`: security.txt, which requires one, is not served. */
  securityContact: string | undefined;
}): PublishedFile[] => [
  file('/favicon.ico', () => ({ status: 302, headers: { location: site.icon, ...keptForADay } })),
  file('/robots.txt', () => text(['User-agent: *', ...site.crawled.map((path) => `Allow: ${path}`), 'Disallow: /'])),
  ...securityFiles(site.securityContact),
];

const securityFiles = (contact: string | undefined): PublishedFile[] => {
  if (contact === undefined) return [];
  const expires = () => new Date(Date.now() + securityDays * dayMs).toISOString();
  const lines = () => [`Contact: ${contact}`, `Expires: ${expires()}`, 'Preferred-Languages: en, pt, es'];
  return [file('/.well-known/security.txt', () => text(lines()))];
};

const keptForADay = { 'cache-control': 'public, max-age=86400' };

const file = (path: string, answer: () => Answer): PublishedFile => ({
  method: 'GET',
  path,
  answerTo: () => Promise.resolve(answer()),
});

const text = (lines: readonly string[]): Answer => ({
  status: 200,
  body: `${lines.join('\n')}\n`,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...keptForADay },
});
