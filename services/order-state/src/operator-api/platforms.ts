import {
  createPlatformSchema,
  createPlatformTokenSchema,
  merchantModes,
  patchPlatformSchema,
  type PlatformCreated,
  platformOwnerId,
  type PlatformView,
} from '@delivery/contracts';
import { answerJson, parseBody, ProblemError, type QueryHandler } from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Sealer } from '@delivery/service-kit';
import { switchEndpoints } from '../endpoints/change-endpoints.js';
import {
  findPlatformByName,
  listPlatforms,
  type PlatformRow,
  readPlatform,
  updatePlatform,
} from '../merchants/platform-queries.js';
import { nextDirectoryVersion } from '../merchants/queries.js';
import { providePlatform } from '../shared-api/change-merchants.js';
import { platformNotFound, readPlatformId } from '../shared-api/read-params.js';
import {
  addTokenOfPlatform,
  type PlatformTokenDeps,
  removeTokenOfPlatform,
  toPlatformTokens,
  writePlatformToken,
} from '../shared-api/tokens.js';
import { type CallerKind, changeCaller, logCaller, readCaller, viewCaller, viewCallers } from './callers.js';
import { actorOf, type OperatorHandle } from './rules/caller.js';

const platforms: CallerKind<PlatformRow, PlatformView> = {
  subject: 'platform',
  idName: 'platformId',
  readId: readPlatformId,
  notFound: platformNotFound,
  read: readPlatform,
  toView: (row) => ({ ...row, created_at: row.created_at.toISOString(), tokens: toPlatformTokens(row) }),
  placeOf: ({ name }) => name,
  list: listPlatforms,
};

export const viewPlatforms = (deps: { pool: Pool }): QueryHandler => viewCallers(deps, platforms);
export const viewPlatform = (deps: { pool: Pool }): OperatorHandle => viewCaller(deps, platforms);

export type PlatformDeps = PlatformTokenDeps & { sealer: Sealer };

/** The token is shown in this answer and never again. */
export const createPlatform =
  (deps: PlatformDeps): OperatorHandle =>
  async (request) => {
    const { name, ...wanted } = parseBody(createPlatformSchema, request.body);
    const created = await inTransaction(deps.pool, async (client) => {
      const version = await nextDirectoryVersion(client);
      await refuseTakenName(client, name);
      const { platformId: id } = await providePlatform(client, deps.sealer, { name, mode: 'live' });
      await updatePlatform(client, id, {}, version);
      const { token } = await writePlatformToken(client, id, wanted, deps.now());
      await logCaller(client, platforms, { id, request }, 'created');
      return { ...(await readCaller(client, platforms, id)), token } satisfies PlatformCreated;
    });
    deps.logger.info({ platformId: created.id, mode: wanted.mode }, 'platform.created');
    return answerJson(201, created);
  };

/** Runs under the directory's lock, so that two that come at once see each other. */
const refuseTakenName = async (client: Transaction, name: string, ownId?: string): Promise<void> => {
  const other = await findPlatformByName(client, name);
  if (other === undefined || other === ownId) return;
  throw new ProblemError(
    'platform_name_taken',
    `The platform ${other} has the name ${JSON.stringify(name)} already. Add a token to that one, or use another name.`,
  );
};

export type ChangePlatformDeps = PlatformDeps & {
  /** Called after the COMMIT of a change that may have made deliveries due. */
  wakeRelay: () => void;
};

export const changePlatform = (deps: ChangePlatformDeps): OperatorHandle => {
  const change = changeCaller(deps, platforms, patchPlatformSchema, async (client, patch, { id, request }) => {
    const version = await nextDirectoryVersion(client);
    if (patch.name !== undefined) await refuseTakenName(client, patch.name, id);
    if (!(await updatePlatform(client, id, patch, version))) throw platformNotFound();
    if (patch.status === undefined) return;
    const switchedTo = { status: patch.status, reason: disabledWithPlatform };
    for (const mode of merchantModes)
      await switchEndpoints(client, platformOwnerId(id, mode), switchedTo, deps.now(), actorOf(request));
  });
  return async (request) => {
    const answer = await change(request);
    deps.wakeRelay();
    return answer;
  };
};

/** The reason that the platform is shown. */
const disabledWithPlatform = 'platform_disabled';

export const addPlatformToken = (deps: PlatformDeps): OperatorHandle =>
  addTokenOfPlatform(deps, actorOf, ({ body }) => parseBody(createPlatformTokenSchema, body));

export const removePlatformToken = (deps: PlatformDeps): OperatorHandle => removeTokenOfPlatform(deps, actorOf);
