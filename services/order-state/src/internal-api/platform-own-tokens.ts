import { createOwnPlatformTokenSchema, type PlatformTokenList, type PlatformTokenView } from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody, ProblemError } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { readPlatformTokenMode } from '../merchants/platform-queries.js';
import { platformOf } from '../shared-api/check-bearer.js';
import {
  addTokenOfPlatform,
  type PlatformTokenDeps,
  readTokensOfMode,
  removeTokenOfPlatform,
} from '../shared-api/platform-tokens.js';
import { tokenNotFound } from '../shared-api/read-params.js';
import { readOwnMerchants } from './platform-merchants.js';

/** The platform's own tokens, of the mode of the one that it calls with. */
export const viewOwnTokens =
  ({ pool }: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const { platformId, mode } = readOwnMerchants(request);
    const answer: PlatformTokenList = { data: await readTokensOfMode(pool, platformId, mode) };
    return answerJson(200, answer);
  };

export const addOwnToken = (deps: PlatformTokenDeps): ApiRoute['handle'] =>
  addTokenOfPlatform(deps, platformOf, (request) => ({
    ...parseBody(createOwnPlatformTokenSchema, request.body),
    mode: readOwnMerchants(request).mode,
  }));

/** Not the last one that may add another: only the operator could let the platform in again. */
export const removeOwnToken = (deps: PlatformTokenDeps): ApiRoute['handle'] =>
  removeTokenOfPlatform(deps, platformOf, async (client, tokenId, request) => {
    const { platformId, mode } = readOwnMerchants(request);
    if ((await readPlatformTokenMode(client, platformId, tokenId)) !== mode) throw tokenNotFound();
    const adding = (await readTokensOfMode(client, platformId, mode)).filter(mayAdd);
    if (adding.length === 1 && adding[0]?.id === tokenId) throw lastToken();
  });

const mayAdd = ({ scopes }: PlatformTokenView): boolean => scopes.includes('merchants:write');

const lastToken = (): ProblemError =>
  new ProblemError(
    'last_token',
    'This is your last token of this mode that has the scope merchants:write, so you could not add another one. Add one, use it, then revoke this one.',
  );
