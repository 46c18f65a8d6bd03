import {
  createMerchantSchema,
  createPlatformSchema,
  createPlatformTokenSchema,
  createPortalLinkSchema,
  operatorMerchantListQuerySchema,
  patchMerchantSchema,
  patchPlatformSchema,
  type PlatformCreated,
  rotateKeySchema,
} from '@delivery/contracts';
import { answerJson, parseBody, ProblemError, type QueryHandler, withQuery } from '@delivery/http-edge';
import { inTransaction, type Pool, type RowOf, type Transaction } from '@delivery/postgres';
import { confirmCaller } from '../merchants/confirm-caller.js';
import {
  findPlatformByName,
  listPlatforms,
  ownerIdsOf,
  type PlatformRow,
  readPlatform,
  updatePlatform,
} from '../merchants/platform-queries.js';
import { lockDirectory, nextDirectoryVersion } from '../merchants/queries.js';
import { platformNameOf } from '../merchants/rules/credentials.js';
import { deletePlatformAccess } from '../sessions/queries.js';
import {
  changeMerchant,
  type ChangeMerchantDeps,
  type CreateMerchantDeps,
  writeMerchant,
} from '../shared-api/change-merchants.js';
import { type KeyDeps, providePlatform, rotateKey } from '../shared-api/platform-keys.js';
import { makePortalLink, type PortalAccessDeps } from '../shared-api/portal-access.js';
import { platformNotFound, readMerchantId, readPlatformId } from '../shared-api/read-params.js';
import {
  addTokenOfPlatform,
  type PlatformTokenDeps,
  removeTokenOfPlatform,
  writePlatformToken,
} from '../shared-api/tokens.js';
import { answerMerchants } from '../shared-api/view-merchants.js';
import {
  type CallerKind,
  changeCaller,
  type ChangeCallerDeps,
  logCaller,
  readCaller,
  viewCaller,
  viewCallers,
} from './callers.js';
import { actorOf, type OperatorHandle, type OperatorHandlerOf, queryActorOf } from './rules/caller.js';

const platforms: CallerKind<PlatformRow> = {
  subject: 'platform',
  idName: 'platformId',
  readId: readPlatformId,
  notFound: platformNotFound,
  read: readPlatform,
  placeOf: ({ name }) => name,
  list: listPlatforms,
  ownerIdsOf,
  disabledReason: 'platform_disabled',
};

export const viewPlatforms = (deps: { pool: Pool }): QueryHandler => viewCallers(deps, platforms);
export const viewPlatform = (deps: { pool: Pool }): OperatorHandle => viewCaller(deps, platforms);

/** The token is shown in this answer and never again. */
export const createPlatform: OperatorHandlerOf<PlatformTokenDeps> = (deps) => async (request) => {
  const { name, by, reason, ...wanted } = parseBody(createPlatformSchema, request.body);
  const actor = actorOf(request, { by, reason });
  const created = await inTransaction(deps.pool, async (client) => {
    const version = await nextDirectoryVersion(client);
    await confirmCaller(client, actor);
    await refuseTakenName(client, name);
    const id = await providePlatform(client, name);
    await updatePlatform(client, id, {}, version);
    const { token } = await writePlatformToken(client, id, wanted, deps.now());
    await logCaller(client, platforms, { id, actor }, 'created');
    return { ...(await readCaller(client, platforms, id)), token } satisfies RowOf<PlatformCreated>;
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
    { ids: { platform_id: other } },
  );
};

export const changePlatform = (deps: ChangeCallerDeps): OperatorHandle =>
  changeCaller(deps, platforms, patchPlatformSchema, async (client, patch, id) => {
    const version = await nextDirectoryVersion(client);
    if (patch.name !== undefined) await refuseTakenName(client, patch.name, id);
    if (!(await updatePlatform(client, id, patch, version))) throw platformNotFound();
    if (patch.status === 'disabled') await deletePlatformAccess(client, id);
  });

/** The key is shown in this answer, and again with each merchant that is made. */
export const rotatePlatformKey = (deps: KeyDeps): OperatorHandle =>
  rotateKey(deps, (request) => {
    const { by, reason, ...wanted } = parseBody(rotateKeySchema, request.body);
    return { ...wanted, actor: actorOf(request, { by, reason }) };
  });

export const addPlatformToken = (deps: PlatformTokenDeps): OperatorHandle =>
  addTokenOfPlatform(deps, queryActorOf, ({ body }) => parseBody(createPlatformTokenSchema, body));

export const removePlatformToken = (deps: PlatformTokenDeps): OperatorHandle =>
  removeTokenOfPlatform(deps, queryActorOf);

/** Merchants of all platforms, or of one in both modes; all, or those that a courier's system serves. */
export const viewMerchants = ({ pool }: { pool: Pool }): QueryHandler =>
  withQuery(
    operatorMerchantListQuerySchema,
    ({ platform_id: platformId, courier_system_id: systemId, sort, ...query }) =>
      answerMerchants(pool, query, {
        of: platformId === undefined ? null : { platformId, mode: null },
        systemId: systemId ?? null,
        sort,
      }),
  );

export const createMerchant: OperatorHandlerOf<CreateMerchantDeps> = (deps) => async (request) => {
  const { platform, by, reason, ...wanted } = parseBody(createMerchantSchema, request.body);
  return writeMerchant(deps, wanted, actorOf(request, { by, reason }), {
    findPlatform: (client, merchantId) =>
      typeof platform === 'string' ? findOrMake(client, platform) : providePlatform(client, platformNameOf(merchantId)),
  });
};

/** It is made with its first merchant: others may be about to give the name to another one. */
const findOrMake = async (client: Transaction, name: string): Promise<string> => {
  const id = await findPlatformByName(client, name);
  if (id !== undefined) return id;
  await lockDirectory(client);
  return providePlatform(client, name);
};

export const changeAnyMerchant = (deps: ChangeMerchantDeps): OperatorHandle =>
  changeMerchant(deps, patchMerchantSchema, actorOf, 'operator');

export const createPortalLink: OperatorHandlerOf<PortalAccessDeps> = (deps) => async (request) => {
  const { scope, ...action } = parseBody(createPortalLinkSchema, request.body);
  return makePortalLink(
    deps,
    { merchantId: readMerchantId(request), scope, platformId: null },
    actorOf(request, action),
  );
};
