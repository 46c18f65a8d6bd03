import { readPublished } from '@delivery/api-docs';
import { Router } from 'express';

/** `/operator/openapi.json` and `/operator/docs`: without the token, because neither holds a secret. */
export const createDocsRouter = (): Router => {
  const { openapi, page, pagePolicy } = readPublished('operator');
  return Router()
    .get('/operator/openapi.json', (_request, response) => {
      response.type('json').send(openapi);
    })
    .get('/operator/docs', (_request, response) => {
      response.type('html').set('content-security-policy', pagePolicy).send(page);
    });
};
