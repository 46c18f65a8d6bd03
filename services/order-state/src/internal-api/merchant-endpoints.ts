import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  ackSchema,
  catchUpSchema,
  createCourierEndpointSchema,
  type CreateEndpointBody,
  createEndpointSchema,
  createPlatformEndpointSchema,
  type EndpointEvent,
  endpointSecretOf,
  type EndpointSignature,
  type EndpointTestStarted,
  type EndpointType,
  historyQuerySchema,
  injectFaultSchema,
  rotateSecretSchema,
  takeRequestSchema,
  testCourierEndpointSchema,
  testEndpointSchema,
  unsetSettings,
  waitingQuerySchema,
} from '@delivery/contracts';
import {
  answerJson,
  type ApiRequest,
  type HandlerOf,
  noContent,
  parseBody,
  ProblemError,
  type QueryHandler,
  withQuery,
} from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import type { Actor } from '../activity/queries.js';
import {
  addEndpoint,
  catchUp,
  changeUnderLock,
  disabledByRequest,
  endpointNotFound,
} from '../endpoints/change-endpoints.js';
import { lockSecrets, readSecretsOf, updateSecrets } from '../endpoints/queries/endpoint-secrets.js';
import { saveInjectedFault } from '../endpoints/queries/endpoint-tests.js';
import {
  listEndpoints,
  type OwnEndpointWithSecret,
  readEndpoint,
  readEndpointTarget,
  toEndpointView,
} from '../endpoints/queries/read-endpoints.js';
import {
  catchUpEndpoint,
  deleteEndpoint,
  disableEndpoints,
  enableEndpoint,
  lockWindow,
} from '../endpoints/queries/write-endpoints.js';
import { createSigningKey, rotateSecrets, sealKey } from '../endpoints/rules/secrets.js';
import { validateEndpointSettings, validateFormat, withGiven } from '../endpoints/rules/settings.js';
import { toKeySet } from '../endpoints/rules/webhook-keys.js';
import { checkWebhookUrl } from '../endpoints/rules/webhook-url.js';
import type { AckMessages, TakeMessages } from '../ledger/take-messages.js';
import { confirmCaller } from '../merchants/confirm-caller.js';
import { lockOwner } from '../merchants/queries.js';
import { ownerOf } from '../shared-api/check-bearer.js';
import { answerWaiting, rangeGivenUp } from '../shared-api/previews.js';
import {
  isOfSystem,
  merchantNotFound,
  ownerKindOf,
  readEndpointId,
  readOwnerId,
  readTarget,
} from '../shared-api/read-params.js';
import { startEndpointTest, type TestEndpointDeps } from '../shared-api/send-on-request.js';
import { readHistoryView } from '../shared-api/views.js';
import { type ReplayDeps, replayNow } from '../shared-api/webhook-replays.js';
import type { ChangeSettingsDeps } from './change-settings.js';

/** All on one page: a merchant has few. */
export const viewEndpoints: HandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const rows = await listEndpoints(deps.pool, readOwnerId(request));
  return answerJson(200, { data: rows.map(toEndpointView), next_cursor: null });
};

export const viewEndpoint: HandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const row = await readEndpoint(deps.pool, readOwnerId(request), readEndpointId(request));
  if (!row) throw endpointNotFound();
  return answerJson(200, toEndpointView(row));
};

/** Answers and backlog of the last hour or day. */
export const viewEndpointHistory = ({ pool, now }: { pool: Pool; now: () => number }): QueryHandler =>
  withQuery(historyQuerySchema, async ({ span }, request) => {
    const endpoint = await readEndpoint(pool, readOwnerId(request), readEndpointId(request));
    if (!endpoint) throw endpointNotFound();
    return answerJson(200, await readHistoryView(pool, endpoint, { span, nowMs: now() }));
  });

/** `secretOverlapMs`: how long the secret before a rotation goes on signing. */
export type ChangeEndpointDeps = ChangeSettingsDeps & { secretOverlapMs: number };

const newEndpoints = {
  merchant: createEndpointSchema,
  courier_system: createCourierEndpointSchema,
  platform: createPlatformEndpointSchema,
};

export const createEndpoint: HandlerOf<ChangeEndpointDeps> = (deps) => async (request) => {
  const [ownerId, actor] = [readOwnerId(request), ownerOf(request)];
  const body = parseNewEndpoint(request, newEndpoints);
  const endpoint = await inTransaction(deps.pool, async (client) => {
    if (!(await lockOwner(client, ownerId))) throw merchantNotFound();
    await confirmCaller(client, actor);
    return createLocked(deps, client, { ...body, ownerId, reference: null }, actor);
  });
  deps.logger.info({ ownerId, endpointId: endpoint.id }, 'endpoint.created');
  return answerJson(201, endpoint);
};

type WantedEndpoint = Omit<CreateEndpointBody, 'events' | 'enabled' | 'signature'> & {
  events?: EndpointEvent[] | null | undefined;
  enabled?: boolean | undefined;
  signature?: EndpointSignature | undefined;
  ownerId: string;
  reference: string | null;
};

/** Under the owner's lock. */
export const createLocked = async (
  deps: ChangeEndpointDeps,
  client: Transaction,
  body: WantedEndpoint,
  actor: Actor,
): Promise<OwnEndpointWithSecret> => {
  const {
    ownerId,
    reference,
    type,
    enabled = true,
    signature = 'hmac-sha256',
    oauth_client_id: oauthClientId = null,
    ...given
  } = body;
  const { url = null, header = null } = given;
  const settings = withGiven(unsetSettings, given);
  validateEndpointSettings(type, { ...settings, url, header });
  validateFormat(body);
  const checkedUrl = url === null ? null : checkWebhookUrl(url, deps.urlPolicy);
  const signingKey = createSigningKey(signature);
  const wanted = { ...settings, ownerId, reference, type, url: checkedUrl, header, oauthClientId, signingKey };
  const added = await addEndpoint(client, deps.sealer, wanted, actor);
  if (enabled) return added;
  await disableEndpoints(client, [added.id], disabledByRequest, new Date(deps.now()), actor);
  return { ...added, status: 'disabled', disabled_reason: disabledByRequest };
};

/** Merchants alone have other formats. */
export const parseNewEndpoint = <
  Merchant extends z.ZodType,
  Courier extends z.ZodType<object>,
  Platform extends z.ZodType<object>,
>(
  request: ApiRequest,
  schemas: { merchant: Merchant; courier_system: Courier; platform: Platform },
) => {
  const standard = { format: 'standard_webhooks', oauth_client_id: null } as const;
  const kind = ownerKindOf(request);
  if (kind === 'merchant') return parseBody(schemas.merchant, request.body);
  return { ...parseBody<Courier | Platform>(schemas[kind], request.body), ...standard };
};

export const rotateSecret: HandlerOf<ChangeEndpointDeps> = (deps) => async (request) => {
  const { ownerId, endpointId } = readTarget(request);
  const { signature } = parseBody(rotateSecretSchema, request.body);
  const actor = ownerOf(request);
  const rotated = await inTransaction(deps.pool, async (client): Promise<OwnEndpointWithSecret> => {
    await confirmCaller(client, actor);
    await lockWindow(client, endpointId);
    const secrets = await lockSecrets(client, ownerId, endpointId);
    const row = await readEndpoint(client, ownerId, endpointId);
    if (!secrets || !row) throw endpointNotFound();
    const before = toEndpointView(row);
    const key = createSigningKey(signature ?? before.signature);
    const added = sealKey(key, (text) => deps.sealer.seal(text, endpointSecretOf(endpointId)));
    const time = { nowMs: deps.now(), overlapMs: deps.secretOverlapMs };
    await updateSecrets(client, endpointId, rotateSecrets(secrets, added, time), actor);
    await catchUpEndpoint(client, endpointId, new Date(time.nowMs));
    return { ...before, signature: key.signature, ...key.shown };
  });
  deps.logger.info({ ownerId, endpointId }, 'endpoint.secret_rotated');
  deps.wakeRelay();
  return answerJson(200, rotated);
};

/** For everyone. An owner that does not exist has no keys, so that the answer says nothing of who exists. */
export const viewWebhookKeys: HandlerOf<{ pool: Pool; now: () => number }> =
  ({ pool, now }) =>
  async ({ params }) =>
    answerJson(200, toKeySet(await readSecretsOf(pool, params['owner_id'] ?? ''), now()));

export type SwitchEndpointDeps = {
  pool: Pool;
  now: () => number;
  logger: Logger;
  /** Called after the COMMIT of a change that may have made deliveries due. */
  wakeRelay: () => void;
  /** Called after COMMIT of a deletion: deliveries that wait for the endpoint end as skipped at once. */
  skipDeleted: () => void;
};

/** Held deliveries go out again, in order, ramped. Enabling an active endpoint changes nothing. */
export const enable: HandlerOf<SwitchEndpointDeps> = (deps) => async (request) => {
  const [target, actor] = [readTarget(request), ownerOf(request)];
  const row = await changeUnderLock(deps, { ...target, actor }, (client, id, now) =>
    enableEndpoint(client, id, now, actor),
  );
  deps.wakeRelay();
  return answerJson(200, toEndpointView(row));
};

/** The deliveries that enabling it, or its catch-up, would send. */
export const viewWaiting = (deps: SwitchEndpointDeps): QueryHandler =>
  withQuery(waitingQuerySchema, (query, request) => answerWaiting(deps, readTarget(request), query));

/** Sends failed deliveries now, in order, as the window allows; a replay then sends exhausted ones. */
export const catchUpNow: HandlerOf<SwitchEndpointDeps & ReplayDeps> = (deps) => async (request) => {
  const [target, actor] = [readTarget(request), ownerOf(request)];
  const givenUp = rangeGivenUp(deps, parseBody(catchUpSchema, request.body), target);
  const row = await changeUnderLock(deps, { ...target, actor }, (client, _id, now) =>
    catchUp(client, target, now, actor),
  );
  deps.wakeRelay();
  if (givenUp) await replayNow(deps, { ownerId: target.ownerId, actor }, givenUp);
  deps.logger.info(target, 'endpoint.caught_up');
  return answerJson(200, toEndpointView(row));
};

/** Deliveries are held from now on; those in flight end with their attempt. */
export const disable: HandlerOf<SwitchEndpointDeps> = (deps) => async (request) => {
  const actor = ownerOf(request);
  const row = await changeUnderLock(deps, { ...readTarget(request), actor }, (client, id, now) =>
    disableEndpoints(client, [id], disabledByRequest, now, actor),
  );
  return answerJson(200, toEndpointView(row));
};

export const remove: HandlerOf<SwitchEndpointDeps> = (deps) => async (request) => {
  const actor = ownerOf(request);
  await changeUnderLock(deps, { ...readTarget(request), actor }, (client, id, now) =>
    deleteEndpoint(client, id, now, actor),
  );
  deps.wakeRelay();
  deps.skipDeleted();
  return noContent;
};

export const testEndpoint: HandlerOf<TestEndpointDeps> = (deps) => async (request) => {
  const schema = isOfSystem(request) ? testCourierEndpointSchema : testEndpointSchema;
  const { event } = parseBody(schema, request.body);
  const webhookId = await startEndpointTest(deps, { ...readTarget(request), event }, request);
  return answerJson(202, { webhook_id: webhookId } satisfies EndpointTestStarted);
};

export type FaultDeps = { pool: Pool; now: () => number; logger: Logger };

/**
 * The next delivery to the endpoint that it can go with is sent with this fault beside it. The ledger knows nothing of
 * it.
 */
export const injectFault: HandlerOf<FaultDeps> = (deps) => async (request) => {
  const target = readTarget(request);
  const { kind } = parseBody(injectFaultSchema, request.body);
  const found = await readEndpointTarget(deps.pool, target.ownerId, target.endpointId);
  if (found?.url === null) throw notCalled();
  if (found?.openDelivery) throw notStandard();
  const asked = { id: randomUUID(), kind, at: new Date(deps.now()).toISOString() };
  const row = await saveInjectedFault(deps.pool, target, asked);
  if (!row) throw endpointNotFound();
  deps.logger.info({ ...target, kind }, 'endpoint.fault_injected');
  return answerJson(200, toEndpointView(row));
};

const notStandard = (): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    'This endpoint speaks Open Delivery, so no fault can be injected. Use an endpoint of the format standard_webhooks.',
  );

const notCalled = (): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    'This is a pull endpoint: nothing is posted to it, so no fault can be injected. Use a push endpoint.',
  );

export type PullDeps = { pool: Pool; takeMessages: TakeMessages; ackMessages: AckMessages };

/** Polls of any merchants that came to an intake-api together; each has an outcome of its own. */
export const takeMessages: HandlerOf<PullDeps> =
  (deps) =>
  async ({ body }) =>
    answerJson(200, { results: await deps.takeMessages(parseBody(takeRequestSchema, body).polls) });

export const ackMessages: HandlerOf<PullDeps> = (deps) => async (request) => {
  const [ownerId, endpointId] = [readOwnerId(request), readEndpointId(request)];
  const { ids } = parseBody(ackSchema, request.body);
  const acked = await deps.ackMessages({ ownerId, endpointId, ids });
  // Only a pull endpoint of the merchant's own has had anything to ack.
  if (acked.acked.length === 0) await checkIsPulled(deps.pool, ownerId, endpointId);
  return answerJson(200, acked);
};

const checkIsPulled = async (pool: Pool, ownerId: string, endpointId: string): Promise<void> => {
  const endpoint = await readEndpoint(pool, ownerId, endpointId);
  if (!endpoint) throw endpointNotFound();
  if (endpoint.type !== 'pull') throw notPulled(endpoint.type);
};

const notPulled = (type: EndpointType): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    `This is a ${type} endpoint: its webhooks are posted to its URL and cannot be fetched.`,
  );
