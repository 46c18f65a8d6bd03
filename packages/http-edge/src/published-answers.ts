import type { Answer } from './answer.js';
import type { Route } from './route.js';

type PublishedAnswer = Pick<Route<never>, 'method' | 'path'> & Required<Answer>;

/** What tells everybody of an API, below the prefix: its document, and the page made of it. */
export const publishedAnswers = (
  prefix: string,
  { openapi, page, pagePolicy }: { openapi: Buffer; page: Buffer; pagePolicy: string },
): PublishedAnswer[] => {
  const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy };
  const documentHeaders = { 'content-type': 'application/json' };
  return [
    { method: 'GET', path: `${prefix}/openapi.json`, status: 200, body: openapi, headers: documentHeaders },
    { method: 'GET', path: `${prefix}/docs`, status: 200, body: page, headers: pageHeaders },
  ];
};
