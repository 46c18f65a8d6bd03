import {
  type CourierSystemCreated,
  createCourierSystemSchema,
  type MerchantMode,
  patchCourierSystemSchema,
} from '@delivery/contracts';
import { answerJson, fieldErrorAt, parseBody, ProblemError, type QueryHandler } from '@delivery/http-edge';
import { inTransaction, type Pool, type RowOf, type Transaction } from '@delivery/postgres';
import {
  type CourierSystemRow,
  insertCourierSystem,
  listCourierSystems,
  readCourierSystem,
  replaceServed,
  updateCourierSystem,
} from '../couriers/queries.js';
import { hastenUnserved } from '../couriers/settings-queries.js';
import { confirmCaller } from '../merchants/confirm-caller.js';
import { insertToken } from '../merchants/credential-queries.js';
import { nextDirectoryVersion } from '../merchants/queries.js';
import { createCourierSystemId, createCourierToken } from '../merchants/rules/credentials.js';
import { courierSystemNotFound, readCourierSystemId } from '../shared-api/read-params.js';
import { addPlainToken, endingIn, removeToken } from '../shared-api/tokens.js';
import {
  type CallerDeps,
  type CallerKind,
  changeCaller,
  type ChangeCallerDeps,
  logCaller,
  readCaller,
  viewCaller,
  viewCallers,
} from './callers.js';
import {
  actorOf,
  type OperatorCaller,
  type OperatorHandle,
  type OperatorHandlerOf,
  queryActorOf,
} from './rules/caller.js';

const systems: CallerKind<CourierSystemRow> = {
  subject: 'courier_system',
  idName: 'courierSystemId',
  readId: readCourierSystemId,
  notFound: courierSystemNotFound,
  read: readCourierSystem,
  placeOf: ({ id }) => id,
  list: listCourierSystems,
  ownerIdsOf: (id) => [id],
  disabledReason: 'system_disabled',
  onDisabled: hastenUnserved,
};

export const viewCourierSystems = (deps: { pool: Pool }): QueryHandler => viewCallers(deps, systems);
export const viewCourierSystem = (deps: { pool: Pool }): OperatorHandle => viewCaller(deps, systems);

/** The token is shown in this answer and never again. */
export const createCourierSystem: OperatorHandlerOf<CallerDeps> = (deps) => async (request) => {
  const { name, mode, merchants, ...action } = parseBody(createCourierSystemSchema, request.body);
  const id = createCourierSystemId(mode);
  const token = createCourierToken(mode);
  const actor = actorOf(request, action);
  const view = await inTransaction(deps.pool, async (client) => {
    const version = await nextDirectoryVersion(client);
    await confirmCaller(client, actor);
    await insertCourierSystem(client, { id, name, mode, servesAll: merchants === 'all', version });
    await setServed(client, { id, mode }, merchants);
    await insertToken(client, id, token);
    await logCaller(client, systems, { id, actor }, 'created');
    return readCaller(client, systems, id);
  });
  deps.logger.info({ courierSystemId: id, mode }, 'courier_system.created');
  return answerJson(201, { ...view, token } satisfies RowOf<CourierSystemCreated>);
};

export const changeCourierSystem = (deps: ChangeCallerDeps): OperatorHandle =>
  changeCaller(deps, systems, patchCourierSystemSchema, async (client, patch, id) => {
    const mode = await updateCourierSystem(client, id, patch, await nextDirectoryVersion(client));
    if (!mode) throw courierSystemNotFound();
    if (patch.merchants !== undefined) await setServed(client, { id, mode }, patch.merchants);
  });

const setServed = async (
  client: Transaction,
  system: { id: string; mode: MerchantMode },
  merchants: 'all' | readonly string[],
): Promise<void> => {
  const wanted = merchants === 'all' ? [] : merchants;
  const served = new Set(await replaceServed(client, system, wanted));
  const index = wanted.findIndex((merchantId) => !served.has(merchantId));
  if (index < 0) return;
  throw new ProblemError('validation_failed', `merchants: one of the ids is not the id of a ${system.mode} merchant.`, {
    errors: [fieldErrorAt(`/merchants/${index}`, 'invalid_value', `expected the id of a ${system.mode} merchant`)],
  });
};

const tokensOfSystem: Parameters<typeof addPlainToken<OperatorCaller>>[1] = {
  ...systems,
  name: "A courier's system",
  touch: async (client, id) => {
    const mode = await updateCourierSystem(client, id, {}, await nextDirectoryVersion(client));
    if (!mode) throw courierSystemNotFound();
    return mode;
  },
  createToken: createCourierToken,
  actorOf: queryActorOf,
  lineOf: (done, id, { lastFour }) => ({
    action: `courier_system.${done}`,
    subject: { type: 'courier_system', id },
    detail: endingIn(lastFour),
  }),
};

export const addCourierToken = (deps: CallerDeps): OperatorHandle => addPlainToken(deps, tokensOfSystem);
export const removeCourierToken = (deps: CallerDeps): OperatorHandle => removeToken(deps, tokensOfSystem);
