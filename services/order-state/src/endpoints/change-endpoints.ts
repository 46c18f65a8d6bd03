import { randomUUID } from 'node:crypto';
import { type EndpointHeader, endpointSecretOf } from '@delivery/contracts';
import { ProblemError } from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import { confirmCaller } from '../merchants/confirm-caller.js';
import { readOauthSecret } from '../merchants/credential-queries.js';
import { lockOwner } from '../merchants/queries.js';
import { oauthSecretOf } from '../merchants/rules/credentials.js';
import { findUnknownStore } from '../merchants/store-queries.js';
import { readTestPace, saveTestPace } from './queries/endpoint-tests.js';
import {
  type EndpointRow,
  type OwnEndpointWithSecret,
  readEndpoint,
  readSiblings,
  type Sibling,
  toEndpointView,
} from './queries/read-endpoints.js';
import {
  catchUpEndpoint,
  disableEndpoints,
  enableEndpoint,
  insertEndpoint,
  lockWindow,
  lockWindowsOf,
  type NewEndpoint,
} from './queries/write-endpoints.js';
import { findCrowded, recipientMax } from './rules/recipients.js';
import { type SealedClient, sealKey, type SigningKey } from './rules/secrets.js';
import { sealHeader, wrongField } from './rules/settings.js';
import { paceWithTest, testsPerMinute, testWait, underWayMaxMs } from './rules/test-webhooks.js';

export const endpointNotFound = (): ProblemError =>
  new ProblemError('endpoint_not_found', 'No webhook endpoint has this id.');

/** Has the endpoint catch up, as asked by `actor`. Its window is locked. @throws ProblemError `endpoint_disabled` */
export const catchUp = async (
  client: Transaction,
  { ownerId, endpointId }: { ownerId: string; endpointId: string },
  now: Date,
  actor: Actor,
): Promise<void> => {
  if (!(await catchUpEndpoint(client, endpointId, now))) {
    throw new ProblemError(
      'endpoint_disabled',
      'The endpoint is disabled, so its webhooks are held. Enable it: the waiting webhooks are then sent.',
    );
  }
  const subject = { type: 'endpoint', id: endpointId };
  await insertActivity(client, actor, { action: 'endpoint.caught_up', subject, ownerId });
};

/** The reason that is shown when the merchant itself disabled its endpoint. */
export const disabledByRequest = 'requested';

/** Changes the endpoint's status, in the transaction that holds its window. */
export type Change = (client: Transaction, endpointId: string, now: Date) => Promise<unknown>;

/**
 * Changes a merchant's endpoint while nothing of it is released.
 * @returns the endpoint after the change, or before it where the change deleted it
 * @throws ProblemError `endpoint_not_found`
 */
export const changeUnderLock = async (
  deps: { pool: Pool; now: () => number; logger: Logger },
  { ownerId, endpointId, actor }: { ownerId: string; endpointId: string; actor: Actor },
  change: Change,
): Promise<EndpointRow> => {
  const { before, after } = await inTransaction(deps.pool, async (client) => {
    await confirmCaller(client, actor);
    await lockWindow(client, endpointId);
    const known = await readEndpoint(client, ownerId, endpointId);
    if (!known) throw endpointNotFound();
    await change(client, endpointId, new Date(deps.now()));
    return { before: known, after: await readEndpoint(client, ownerId, endpointId) };
  });
  const status = after?.status ?? 'deleted';
  if (status !== before.status) deps.logger.info({ ownerId, endpointId, status }, 'endpoint.switched');
  return after ?? before;
};

export const endpointMax = 25;

/** Runs under the owner's lock, so that two that come at once see each other. */
export const addEndpoint = async (
  client: Transaction,
  sealer: Sealer,
  wanted: Omit<NewEndpoint, 'id' | 'secrets' | 'header' | 'open_delivery'> & {
    header: EndpointHeader | null;
    oauthClientId: string | null;
    signingKey: SigningKey;
  },
  actor: Actor,
): Promise<OwnEndpointWithSecret> => {
  const others = await readSiblings(client, wanted.ownerId);
  if (others.length >= endpointMax) {
    throw new ProblemError(
      'endpoint_limit_reached',
      `The owner has ${endpointMax} webhook endpoints, the maximum. Delete one first.`,
    );
  }
  refuseMisfit(others, { ...wanted, is_open_delivery: wanted.oauthClientId !== null });
  await refuseUnknownStores(client, wanted);
  const id = randomUUID();
  const secrets = [sealKey(wanted.signingKey, (text) => sealer.seal(text, endpointSecretOf(id)))];
  const { url } = wanted;
  const header = wanted.header && url !== null ? sealHeader(sealer, wanted.header, { endpointId: id, url }) : null;
  const openDelivery = await sealClient(client, sealer, { ...wanted, endpointId: id });
  const row = await insertEndpoint(client, { ...wanted, id, secrets, header, open_delivery: openDelivery }, actor);
  return { ...toEndpointView(row), secret: wanted.signingKey.shown.secret };
};

/** A copy of the client's secret, for this endpoint alone: it signs until the endpoint gets another one. */
export const sealClient = async (
  client: Transaction,
  sealer: Sealer,
  { ownerId, endpointId, oauthClientId }: { ownerId: string; endpointId: string; oauthClientId: string | null },
): Promise<SealedClient | null> => {
  if (oauthClientId === null) return null;
  const sealed = await readOauthSecret(client, ownerId, oauthClientId);
  if (sealed === undefined)
    throw wrongField('/oauth_client_id', 'invalid_value', 'None of your OAuth clients has this id.');
  const secret = sealer.open(sealed, oauthSecretOf(oauthClientId));
  return { client_id: oauthClientId, sealed: sealer.seal(secret, endpointSecretOf(endpointId)) };
};

/**
 * With its owner: while that is disabled nothing is sent to it, its webhooks are held. Those that it had disabled
 * itself stay so.
 */
export const switchEndpoints = async (
  client: Transaction,
  ownerId: string,
  { status, reason }: { status: 'active' | 'disabled'; reason: string },
  nowMs: number,
  actor: Actor,
): Promise<void> => {
  const now = new Date(nowMs);
  if (status === 'disabled') {
    const ids = await lockWindowsOf(client, ownerId, { status: 'active', reason: null });
    if (ids.length > 0) await disableEndpoints(client, ids, reason, now, actor);
    return;
  }
  const ids = await lockWindowsOf(client, ownerId, { status: 'disabled', reason });
  for (const id of ids) await enableEndpoint(client, id, now, actor);
};

/**
 * Whether the owner can have an endpoint like this beside its others. A pull endpoint has no URL that could be taken.
 * @throws ProblemError
 */
export const refuseMisfit = (others: readonly Sibling[], wanted: Omit<Sibling, 'id'>): void => {
  const holder = wanted.url === null ? undefined : others.find(({ url }) => url === wanted.url);
  if (holder)
    throw new ProblemError(
      'endpoint_url_taken',
      `The webhook endpoint ${holder.id} already has this URL. Use that endpoint.`,
      { ids: { endpoint_id: holder.id } },
    );
  const crowded = findCrowded([...others, wanted]);
  if (crowded === undefined) return;
  throw new ProblemError(
    'recipient_limit_reached',
    `More than ${recipientMax} of your endpoints would receive the same ${crowded}. Narrow the events, statuses ` +
      'or store_refs of one, or delete one.',
  );
};

/** @throws ProblemError `validation_failed`, for a store that the merchant does not have */
export const refuseUnknownStores = async (
  client: Transaction,
  { ownerId, store_refs: refs }: { ownerId: string; store_refs: readonly string[] | null },
): Promise<void> => {
  const unknown = refs ? await findUnknownStore(client, ownerId, refs) : undefined;
  if (refs && unknown !== undefined)
    throw wrongField(
      `/store_refs/${refs.indexOf(unknown)}`,
      'invalid_value',
      'You have no store with this ref. Add it with PUT /v1/stores/{ref} first.',
    );
};

/**
 * Notes that a test begins, over all replicas.
 * @throws ProblemError `endpoint_not_found`, or `rate_limited` with Retry-After
 */
export const beginTest = async (
  client: Transaction,
  target: { ownerId: string; endpointId: string },
  nowMs: number,
): Promise<void> => {
  await lockOwner(client, target.ownerId);
  const pace = await readTestPace(client, target.ownerId, target.endpointId);
  if (!pace) throw endpointNotFound();
  const wait = testWait(pace, nowMs);
  if (wait) throw testRefused(wait.reason, Math.ceil(wait.waitMs / 1_000));
  await saveTestPace(client, target, paceWithTest(pace, nowMs));
};

const testRefused = (reason: 'under_way' | 'too_many', waitSeconds: number): ProblemError =>
  new ProblemError('rate_limited', `${testRefusals[reason]} Try again in ${waitSeconds} s.`, {
    headers: { 'retry-after': String(waitSeconds) },
  });

const testRefusals = {
  under_way:
    'A test of this endpoint is under way. The next one can start as soon as `last_test` shows its result, ' +
    `and at the latest ${underWayMaxMs / 1_000} s after it was started.`,
  too_many: `${testsPerMinute} tests can be started a minute, of all endpoints together.`,
};
