import { readPublished } from '@delivery/api-docs';
import type { Express } from 'express';
import type { Answer } from '../http/answer.js';
import { handleAnswer, handleProblem, type EdgeDeps } from './handle-call.js';
import { methodNotAllowed } from './mount-api.js';

const allow = 'GET, HEAD, OPTIONS';

/** GET /openapi.json and GET /docs: the contract, for everybody. */
export const mountDocs = (app: Express, deps: EdgeDeps): void => {
  const { openapi, page, pagePolicy } = readPublished('merchant');
  const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy };
  const documents: Readonly<Record<string, Answer>> = {
    '/openapi.json': { status: 200, body: openapi },
    '/docs': { status: 200, body: page, headers: pageHeaders },
  };
  for (const [path, answer] of Object.entries(documents)) {
    const route = app.route(path);
    route.get(handleAnswer(deps, path, answer));
    route.options(handleAnswer(deps, path, { status: 204, headers: { allow } }));
    route.all(handleProblem(deps, path, () => methodNotAllowed(allow)));
  }
};
