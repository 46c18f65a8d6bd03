import type { Call, HeaderName, NamedSchemas } from '@delivery/contracts/calls';
import type { JsonObject } from '../json.js';
import { convertSchemas } from '../schemas.js';
import { type ApiCommon, problemsOf, querySchemas, toPaths } from './operations.js';
import { headerComponents, otherProblem, problemComponents } from './problem-responses.js';
import { withNamedComponents } from './split-document.js';

export type Api = {
  title: string;
  description: string;
  tags: readonly { name: string; description: string }[];
  common: ApiCommon;
  calls: readonly Call[];
  schemas: NamedSchemas;
  headers: readonly HeaderName[];
  securitySchemes: JsonObject;
  security: readonly JsonObject[];
  webhooks?: JsonObject;
};

/** Version of the published contract: the path has the major one. */
const version = '1.0.0';

/** An OpenAPI 3.1 document, complete in itself. */
export const buildDocument = (api: Api): JsonObject => {
  const converted = convertSchemas({ ...api.schemas, ...querySchemas(api.calls) });
  return withNamedComponents({
    openapi: '3.1.1',
    info: {
      title: api.title,
      version,
      description: api.description,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The host that serves this document.' }],
    tags: api.tags.map((tag) => ({ ...tag })),
    security: [...api.security],
    paths: toPaths(api.common, api.calls, converted),
    ...(api.webhooks ? { webhooks: api.webhooks } : {}),
    components: {
      securitySchemes: api.securitySchemes,
      headers: headerComponents(api.headers),
      responses: {
        ...problemComponents(
          api.calls.map((call) => problemsOf(api.common, call)),
          api.common.answerHeaders,
        ),
        OtherProblem: otherProblem(api.common.answerHeaders),
      },
      schemas: Object.fromEntries(Object.entries(converted).filter(([name]) => name in api.schemas)),
    },
  });
};
