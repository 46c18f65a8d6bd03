import { z } from 'zod';
import {
  createOperatorCourierReplaySchema,
  createOperatorReplaySchema,
  type EndpointTestStarted,
  historyQuerySchema,
  isCourierSystem,
  type OperatorAction,
  operatorActionSchema,
  operatorCatchUpSchema,
  operatorEndpointListQuerySchema,
  operatorTestSchema,
  testCourierEndpointSchema,
  testEndpointSchema,
  waitingQuerySchema,
} from '@delivery/contracts';
import {
  type Answer,
  answerJson,
  answerList,
  type ApiRequest,
  decodeCursor,
  parseBody,
  type QueryHandler,
  withQuery,
} from '@delivery/http-edge';
import type { Pool, Transaction } from '@delivery/postgres';
import { type Actor, insertActivity } from '../activity/queries.js';
import { catchUp, changeUnderLock, endpointNotFound } from '../endpoints/change-endpoints.js';
import { readSecrets, readSecretTimes } from '../endpoints/queries/endpoint-secrets.js';
import { countEndpoints, toEndpointView } from '../endpoints/queries/read-endpoints.js';
import { disableEndpoints, enableEndpoint } from '../endpoints/queries/write-endpoints.js';
import { ageOfSecrets } from '../endpoints/rules/secrets.js';
import {
  type EndpointHealthListing,
  listEndpointHealth,
  readOperatorEndpoint,
} from '../ledger/queries/endpoint-health.js';
import { ownerIdsOf } from '../merchants/platform-queries.js';
import type { ReplayRow } from '../replays/queries/replays.js';
import { answerWaiting, rangeGivenUp } from '../shared-api/previews.js';
import { isOfSystem, readDeliveryId, readEndpointId, readOwnerId, type Target } from '../shared-api/read-params.js';
import {
  type SendNowDeps,
  startEndpointTest,
  startSendNow,
  type TestEndpointDeps,
} from '../shared-api/send-on-request.js';
import { readHistoryView } from '../shared-api/views.js';
import { type ReplayDeps, replayNow, startReplay } from '../shared-api/webhook-replays.js';
import { actorOf, type OperatorCaller, type OperatorHandlerOf } from './rules/caller.js';
import { shareEndpointReadings } from './view-status.js';

const cursorSchema = z.tuple([z.int().min(0).max(2_147_483_647), z.guid()]);

/** A list over all merchants counts each endpoint's waiting deliveries: ten seconds for 10,000 of them. */
const shared = { msPerEndpoint: 1, sharedMaxMs: 30_000 };

/** The endpoints of all owners, of one or of a platform, the largest backlog first. */
export const viewEndpoints = ({ pool, now }: { pool: Pool; now: () => number }): QueryHandler => {
  const listOfAll = shareEndpointReadings({
    read: async (listing: EndpointHealthListing) => {
      const [answer, endpointCount] = await Promise.all([listEndpointHealth(pool, listing), countEndpoints(pool)]);
      return { answer, endpointCount };
    },
    ...shared,
    now,
  });
  return withQuery(
    operatorEndpointListQuerySchema,
    async ({ limit, cursor, merchant_id, platform_id, mode, health, failing }) => {
      const ownerIds = ownersOf(merchant_id, platform_id);
      const position = decodeCursor(cursorSchema, cursor);
      const listing: EndpointHealthListing = {
        ownerIds,
        mode: mode ?? null,
        health: health ?? null,
        areFailing: failing === 'true',
        after: position ? { waiting: position[0], id: position[1] } : null,
        rowMax: limit + 1,
      };
      const rows = await (ownerIds === null ? listOfAll(listing) : listEndpointHealth(pool, listing));
      return answerList(rows, limit, (row) => [row.waiting, row.id], toEndpointView);
    },
  );
};

/** `null`: all. */
const ownersOf = (ownerId: string | undefined, platformId: string | undefined): string[] | null => {
  if (ownerId !== undefined) return [ownerId];
  return platformId === undefined ? null : ownerIdsOf(platformId);
};

/** The state of an endpoint: its window, its breaker, and the age of its secret. */
export const viewEndpoint: OperatorHandlerOf<{ pool: Pool; now: () => number }> = (deps) => async (request) =>
  answerJson(200, await readEndpointView(deps, readEndpointId(request)));

const readEndpointView = async ({ pool, now }: { pool: Pool; now: () => number }, endpointId: string) => {
  const row = await readOperatorEndpoint(pool, endpointId);
  if (!row) throw endpointNotFound();
  const [secrets, times] = await Promise.all([readSecrets(pool, endpointId), readSecretTimes(pool, endpointId)]);
  const age = ageOfSecrets(secrets, times, now());
  const secret = {
    created_at: toInstant(age.createdAtMs),
    older_valid_until: toInstant(age.olderValidUntilMs),
  };
  return { ...toEndpointView(row), secret };
};

const toInstant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** The answers and the backlog of an endpoint in the last hour or day. */
export const viewEndpointHistory = ({ pool, now }: { pool: Pool; now: () => number }): QueryHandler =>
  withQuery(historyQuerySchema, async ({ span }, request) => {
    const endpoint = await readOperatorEndpoint(pool, readEndpointId(request));
    if (!endpoint) throw endpointNotFound();
    return answerJson(200, await readHistoryView(pool, endpoint, { span, nowMs: now() }));
  });

export type OperatorSwitchDeps = Parameters<typeof changeUnderLock>[0] & {
  /** Called after the COMMIT of a change that may have made deliveries due. */
  wakeRelay: () => void;
};

/** The reason that the merchant is shown; the log names the operator and the operator's reason. */
const disabledByOperator = 'operator';

/** Enables an endpoint as its merchant does. */
export const enableForMerchant: OperatorHandlerOf<OperatorSwitchDeps> = (deps) => async (request) => {
  const action = parseBody(operatorActionSchema, request.body);
  const answer = await switchEndpoint(deps, request, action, (client, { endpointId }, now, actor) =>
    enableEndpoint(client, endpointId, now, actor),
  );
  deps.wakeRelay();
  return answer;
};

/** The deliveries that enabling it, or its catch-up, would send. */
export const viewWaiting = (deps: OperatorSwitchDeps): QueryHandler =>
  withQuery(waitingQuerySchema, async (query, request) => answerWaiting(deps, await readTarget(deps, request), query));

/** Has an endpoint catch up as its merchant does. */
export const catchUpForMerchant: OperatorHandlerOf<OperatorSwitchDeps & ReplayDeps> = (deps) => async (request) => {
  const { since, ...action } = parseBody(operatorCatchUpSchema, request.body);
  const actor = actorOf(request, action);
  const target = await readTarget(deps, request);
  const givenUp = rangeGivenUp(deps, { since }, target);
  const answer = await switchEndpoint(deps, request, action, catchUp);
  deps.wakeRelay();
  if (givenUp) await replayNow(deps, { ownerId: target.ownerId, actor }, givenUp);
  return answer;
};

/** Disables an endpoint as its merchant does. The merchant may enable it again. */
export const disableForMerchant: OperatorHandlerOf<OperatorSwitchDeps> = (deps) => (request) =>
  switchEndpoint(deps, request, parseBody(operatorActionSchema, request.body), (client, { endpointId }, now, actor) =>
    disableEndpoints(client, [endpointId], disabledByOperator, now, actor),
  );

type Change = (client: Transaction, target: Target, now: Date, actor: Actor) => Promise<unknown>;

const switchEndpoint = async (
  deps: OperatorSwitchDeps,
  request: ApiRequest<OperatorCaller>,
  action: OperatorAction,
  change: Change,
): Promise<Answer> => {
  const actor = actorOf(request, action);
  const target = await readTarget(deps, request);
  await changeUnderLock(deps, { ...target, actor }, (client, _id, now) => change(client, target, now, actor));
  deps.logger.info({ ...target, operator: actor.name }, 'endpoint.switched_by_operator');
  return answerJson(200, await readEndpointView(deps, target.endpointId));
};

/** The merchant is the endpoint's. @throws ProblemError `endpoint_not_found` */
const readTarget = async ({ pool }: { pool: Pool }, request: ApiRequest): Promise<Target> => {
  const endpointId = readEndpointId(request);
  const known = await readOperatorEndpoint(pool, endpointId);
  if (!known) throw endpointNotFound();
  return { ownerId: known.merchant_id, endpointId };
};

/** A refusal lists the events of the endpoint's owner alone. */
const ofSystem = operatorTestSchema.extend(testCourierEndpointSchema.shape);
const ofOthers = operatorTestSchema.extend(testEndpointSchema.shape);

/** Tests an endpoint as its merchant does, within the merchant's ten a minute. */
export const testForMerchant: OperatorHandlerOf<TestEndpointDeps> = (deps) => async (request) => {
  const target = await readTarget(deps, request);
  const { event, ...action } = parseBody(isCourierSystem(target.ownerId) ? ofSystem : ofOthers, request.body);
  const actor = actorOf(request, action);
  const webhookId = await startEndpointTest(deps, { ...target, event }, request, (client) =>
    insertActivity(client, actor, {
      action: 'endpoint.tested',
      subject: { type: 'endpoint', id: target.endpointId },
      ownerId: target.ownerId,
    }),
  );
  deps.logger.info({ ...target, operator: actor.name }, 'endpoint.tested_by_operator');
  return answerJson(202, { webhook_id: webhookId } satisfies EndpointTestStarted);
};

/** Sends an owner's settled deliveries again, as the owner does. */
export const replayForOwner: OperatorHandlerOf<ReplayDeps> = (deps) => async (request) => {
  const schema = isOfSystem(request) ? createOperatorCourierReplaySchema : createOperatorReplaySchema;
  const wanted = parseBody(schema, request.body);
  return toAnswer(deps, request, wanted, await startReplay(deps, askedBy(request, wanted), wanted));
};

/** Sends a delivery now, as its owner does. */
export const sendNowForOwner: OperatorHandlerOf<SendNowDeps> = (deps) => async (request) => {
  const action = parseBody(operatorActionSchema, request.body);
  const wanted = { ownerId: readOwnerId(request), deliveryId: readDeliveryId(request) };
  const actor = actorOf(request, action);
  const delivery = await startSendNow(deps, wanted, actor);
  deps.logger.info({ ...wanted, operator: actor.name }, 'delivery.brought_forward_by_operator');
  return answerJson(202, delivery);
};

const askedBy = (request: ApiRequest<OperatorCaller>, action: OperatorAction) => ({
  ownerId: readOwnerId(request),
  actor: actorOf(request, action),
  headers: request.headers,
});

const toAnswer = (
  { logger }: ReplayDeps,
  request: ApiRequest<OperatorCaller>,
  action: OperatorAction,
  replay: ReplayRow,
): Answer => {
  const operator = actorOf(request, action).name;
  const ownerId = readOwnerId(request);
  logger.info({ ownerId, replayId: replay.id, operator }, 'replay.requested_by_operator');
  const location = `/operator/v1/owners/${ownerId}/webhook-replays/${replay.id}`;
  return answerJson(202, replay, { location });
};
