import { randomUUID } from 'node:crypto';
import {
  type EndpointChanges,
  endpointChangesSchema,
  type EndpointHeader,
  endpointSecretOf,
  endpointSettingsSchema,
  type EndpointTestStarted,
  type EndpointType,
  type EndpointWithSecret,
  historyQuerySchema,
  injectFaultSchema,
  newEndpointSchema,
} from '@delivery/contracts';
import {
  answerJson,
  type ApiRequest,
  type ApiRoute,
  noContent,
  parseBody,
  ProblemError,
  type QueryHandler,
  withQuery,
} from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import type { Actor } from '../activity/queries.js';
import {
  addEndpoint,
  catchUp,
  changeUnderLock,
  endpointNotFound,
  refuseTakenUrl,
} from '../endpoints/change-endpoints.js';
import { lockSecrets, updateSecrets } from '../endpoints/queries/endpoint-secrets.js';
import { saveInjectedFault } from '../endpoints/queries/endpoint-tests.js';
import {
  type EndpointRow,
  listEndpoints,
  readEndpoint,
  readEndpointTarget,
  readEndpointUrls,
  toEndpointView,
} from '../endpoints/queries/read-endpoints.js';
import {
  catchUpEndpoint,
  deleteEndpoint,
  disableEndpoints,
  enableEndpoint,
  lockSettings,
  lockWindow,
  updateEndpoint,
} from '../endpoints/queries/write-endpoints.js';
import { changedSettings, type Settings } from '../endpoints/rules/changed-settings.js';
import { checkWebhookUrl, type WebhookUrlPolicy } from '../endpoints/rules/check-webhook-url.js';
import { headerAfter } from '../endpoints/rules/header.js';
import { createSecret, rotateSecrets } from '../endpoints/rules/secrets.js';
import { validateEndpointSettings } from '../endpoints/rules/validate-settings.js';
import { lockMerchant } from '../merchants/queries.js';
import { merchantOf } from '../shared-api/merchant-actor.js';
import { answerWaitingPreview, checkWaitingPreview, type PreviewDeps } from '../shared-api/previews.js';
import { readHistoryView } from '../shared-api/read-history-view.js';
import { merchantNotFound, readEndpointId, readMerchantId } from '../shared-api/read-params.js';
import { startEndpointTest, type TestEndpointDeps } from '../shared-api/start-endpoint-test.js';

/** All on one page: a merchant has few. */
export const viewEndpoints =
  (deps: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const rows = await listEndpoints(deps.pool, readMerchantId(request));
    return answerJson(200, { data: rows.map(toEndpointView), next_cursor: null });
  };

export const viewEndpoint =
  (deps: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const row = await readEndpoint(deps.pool, readMerchantId(request), readEndpointId(request));
    if (!row) throw endpointNotFound();
    return answerJson(200, toEndpointView(row));
  };

/** What it answered, and what waited for it, in the last hour or day. */
export const viewEndpointHistory = ({ pool, now }: { pool: Pool; now: () => number }): QueryHandler =>
  withQuery(historyQuerySchema, async ({ span }, request) => {
    const endpoint = await readEndpoint(pool, readMerchantId(request), readEndpointId(request));
    if (!endpoint) throw endpointNotFound();
    return answerJson(200, await readHistoryView(pool, endpoint, { span, nowMs: now() }));
  });

export type ChangeEndpointDeps = {
  pool: Pool;
  sealer: Sealer;
  urlPolicy: WebhookUrlPolicy;
  now: () => number;
  logger: Logger;
  /** How long the secret before a rotation goes on signing. */
  secretOverlapMs: number;
};

export const createEndpoint =
  (deps: ChangeEndpointDeps): ApiRoute['handle'] =>
  async (request) => {
    const merchantId = readMerchantId(request);
    const { type, enabled, ...settings } = parseBody(newEndpointSchema, request.body);
    const { name = null, url = null, events = null, header = null, max_per_second: maxPerSecond = null } = settings;
    validateEndpointSettings(type, { url, header, maxPerSecond });
    const checkedUrl = url === null ? null : checkWebhookUrl(url, deps.urlPolicy);
    const wanted = { merchantId, type, name, url: checkedUrl, events, header, maxPerSecond };
    const actor = merchantOf(request);
    const endpoint = await inTransaction(deps.pool, async (client) => {
      if (!(await lockMerchant(client, merchantId))) throw merchantNotFound();
      const added = await addEndpoint(client, deps.sealer, wanted, actor);
      if (enabled) return added;
      await disableEndpoints(client, [added.id], disabledByRequest, new Date(deps.now()), actor);
      return { ...added, status: 'disabled', disabled_reason: disabledByRequest } satisfies EndpointWithSecret;
    });
    deps.logger.info({ merchantId, endpointId: endpoint.id }, 'endpoint.created');
    return answerJson(201, endpoint);
  };

export const rotateSecret =
  (deps: ChangeSettingsDeps): ApiRoute['handle'] =>
  async (request) => {
    const { merchantId, endpointId } = targetOf(request);
    const secret = createSecret();
    const rotated = await inTransaction(deps.pool, async (client): Promise<EndpointWithSecret> => {
      await lockWindow(client, endpointId);
      const secrets = await lockSecrets(client, merchantId, endpointId);
      const row = await readEndpoint(client, merchantId, endpointId);
      if (!secrets || !row) throw endpointNotFound();
      const sealed = deps.sealer.seal(secret, endpointSecretOf(endpointId));
      const time = { nowMs: deps.now(), overlapMs: deps.secretOverlapMs };
      await updateSecrets(client, endpointId, rotateSecrets(secrets, sealed, time), merchantOf(request));
      await catchUpEndpoint(client, endpointId, new Date(time.nowMs));
      return { ...toEndpointView(row), secret };
    });
    deps.logger.info({ merchantId, endpointId }, 'endpoint.secret_rotated');
    deps.wakeRelay();
    return answerJson(200, rotated);
  };

/**
 * A setting that is left out gets the value of a new endpoint; except the header, which cannot be read back to be repeated, and for
 * `enabled`: an endpoint that was disabled for its failures would be enabled unasked.
 */
export const replaceEndpoint =
  (deps: ChangeSettingsDeps): ApiRoute['handle'] =>
  (request) =>
    changeSettings(deps, request, {
      name: null,
      url: null,
      events: null,
      max_per_second: null,
      ...parseBody(endpointSettingsSchema, request.body),
    });

/** Settings that are left out keep their values, so that two concurrent changes of different settings both take effect. */
export const changeEndpoint =
  (deps: ChangeSettingsDeps): ApiRoute['handle'] =>
  (request) =>
    changeSettings(deps, request, parseBody(endpointChangesSchema, request.body));

type ChangeSettingsDeps = ChangeEndpointDeps & Pick<SwitchEndpointDeps, 'wakeRelay'>;

const changeSettings = async (deps: ChangeSettingsDeps, request: ApiRequest, wanted: EndpointChanges) => {
  const target = targetOf(request);
  const { changed, isSwitched, row } = await inTransaction(deps.pool, (client) =>
    changeLocked(deps, client, target, wanted, merchantOf(request)),
  );
  if (!row) throw endpointNotFound();
  if (changed.length > 0) deps.logger.info({ ...target, changed }, 'endpoint.changed');
  if (isSwitched) deps.logger.info({ ...target, status: row.status }, 'endpoint.switched');
  if (isSwitched || mayMend(changed)) deps.wakeRelay();
  return answerJson(200, toEndpointView(row));
};

/** Changes after which a receiver that failed may answer. */
const mayMend = (changed: readonly string[]): boolean => changed.includes('url') || changed.includes('header');

type Changed = { changed: readonly string[]; isSwitched: boolean; row: EndpointRow | undefined };

/**
 * Under the merchant's lock, so that no other endpoint takes the URL, and the endpoint's, so that kept settings are
 * those of now.
 */
const changeLocked = async (
  deps: ChangeEndpointDeps,
  client: Transaction,
  { merchantId, endpointId }: Target,
  wanted: EndpointChanges,
  actor: Actor,
): Promise<Changed> => {
  await lockMerchant(client, merchantId);
  // The window before the endpoint, as all that changes the status.
  await lockWindow(client, endpointId);
  const known = await lockSettings(client, merchantId, endpointId);
  if (!known) throw endpointNotFound();
  if (wanted.type !== undefined && wanted.type !== known.type) throw otherType(known.type);
  const settings = settingsAfter(deps, { ...known, endpointId }, wanted);
  const changed = changedSettings(known, settings);
  if (changed.includes('url')) {
    const others = await readEndpointUrls(client, merchantId);
    refuseTakenUrl(
      others.filter(({ id }) => id !== endpointId),
      settings.url,
    );
  }
  if (changed.length > 0) await updateEndpoint(client, endpointId, settings, changed, actor);
  const isSwitched = wanted.enabled !== undefined && wanted.enabled !== (known.status === 'active');
  const now = new Date(deps.now());
  if (mayMend(changed)) await catchUpEndpoint(client, endpointId, now);
  if (isSwitched && wanted.enabled) await enableEndpoint(client, endpointId, now, actor);
  if (isSwitched && !wanted.enabled) await disableEndpoints(client, [endpointId], disabledByRequest, now, actor);
  return { changed, isSwitched, row: await readEndpoint(client, merchantId, endpointId) };
};

type Known = Settings & { type: EndpointType; endpointId: string };

/** A URL that stays is not judged anew: it is whenever it is connected to. */
const settingsAfter = ({ sealer, urlPolicy }: ChangeEndpointDeps, known: Known, wanted: EndpointChanges): Settings => {
  const {
    name = known.name,
    url: given = known.url,
    events = known.events,
    header,
    max_per_second: maxPerSecond = known.maxPerSecond,
  } = wanted;
  validateEndpointSettings(known.type, { url: given, header, maxPerSecond });
  const url = wanted.url ? checkWebhookUrl(wanted.url, urlPolicy) : given;
  return { name, url, events, maxPerSecond, header: headerOf(sealer, known, { url, header }) };
};

const headerOf = (
  sealer: Sealer,
  { endpointId, ...known }: Known,
  { url, header }: { url: string | null; header: EndpointHeader | null | undefined },
): Settings['header'] =>
  known.url === null || url === null
    ? null
    : headerAfter(sealer, { ...known, url: known.url }, { endpointId, url, header });

const otherType = (type: EndpointType): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    `This is a ${type} endpoint, and its type cannot change: leave "type" out, or add an endpoint of the other type.`,
  );

export type SwitchEndpointDeps = {
  pool: Pool;
  now: () => number;
  logger: Logger;
  /** Called after the COMMIT of a change that may have made deliveries due. */
  wakeRelay: () => void;
  /** Called after COMMIT of a deletion: deliveries that wait for the endpoint end as skipped at once. */
  skipDeleted: () => void;
};

/** The reason that is shown when the merchant itself disabled its endpoint. */
const disabledByRequest = 'requested';

/** Held deliveries go out again, in order, ramped. Enabling an active endpoint changes nothing. */
export const enable =
  (deps: SwitchEndpointDeps & PreviewDeps): ApiRoute['handle'] =>
  async (request) => {
    const target = targetOf(request);
    const row = await changeUnderLock(
      deps,
      target,
      (client, id, now) => enableEndpoint(client, id, now, merchantOf(request)),
      (client) => checkWaitingPreview(deps, client, request.headers, { ...target, action: 'enable' }),
    );
    deps.wakeRelay();
    return answerJson(200, toEndpointView(row));
  };

export const enablePreview =
  (deps: SwitchEndpointDeps & PreviewDeps): ApiRoute['handle'] =>
  (request) =>
    answerWaitingPreview(deps, targetOf(request), 'enable');

/** What was tried in vain is sent now, in order, as wide as the window is. */
export const catchUpNow =
  (deps: SwitchEndpointDeps & PreviewDeps): ApiRoute['handle'] =>
  async (request) => {
    const target = targetOf(request);
    const row = await changeUnderLock(
      deps,
      target,
      (client, _id, now) => catchUp(client, target, now, merchantOf(request)),
      (client) => checkWaitingPreview(deps, client, request.headers, { ...target, action: 'catch_up' }),
    );
    deps.wakeRelay();
    deps.logger.info(target, 'endpoint.caught_up');
    return answerJson(200, toEndpointView(row));
  };

export const catchUpPreview =
  (deps: SwitchEndpointDeps & PreviewDeps): ApiRoute['handle'] =>
  (request) =>
    answerWaitingPreview(deps, targetOf(request), 'catch_up');

/** Deliveries are held from now on; those in flight end with their attempt. */
export const disable =
  (deps: SwitchEndpointDeps): ApiRoute['handle'] =>
  async (request) => {
    const row = await changeUnderLock(deps, targetOf(request), (client, id, now) =>
      disableEndpoints(client, [id], disabledByRequest, now, merchantOf(request)),
    );
    return answerJson(200, toEndpointView(row));
  };

export const remove =
  (deps: SwitchEndpointDeps): ApiRoute['handle'] =>
  async (request) => {
    await changeUnderLock(deps, targetOf(request), (client, id, now) =>
      deleteEndpoint(client, id, now, merchantOf(request)),
    );
    deps.wakeRelay();
    deps.skipDeleted();
    return noContent;
  };

type Target = { merchantId: string; endpointId: string };
const targetOf = (request: ApiRequest): Target => ({
  merchantId: readMerchantId(request),
  endpointId: readEndpointId(request),
});

export const testEndpoint =
  (deps: TestEndpointDeps): ApiRoute['handle'] =>
  async (request) => {
    const target = targetOf(request);
    const webhookId = await startEndpointTest(deps, target, request);
    return answerJson(202, { webhook_id: webhookId } satisfies EndpointTestStarted);
  };

export type FaultDeps = { pool: Pool; now: () => number; logger: Logger };

/** The next delivery to the endpoint that it can go with is sent with this fault beside it. The ledger knows nothing of it. */
export const injectFault =
  (deps: FaultDeps): ApiRoute['handle'] =>
  async (request) => {
    const target = targetOf(request);
    const { kind } = parseBody(injectFaultSchema, request.body);
    const found = await readEndpointTarget(deps.pool, target.merchantId, target.endpointId);
    if (found?.url === null) throw notCalled();
    const asked = { id: randomUUID(), kind, at: new Date(deps.now()).toISOString() };
    const row = await saveInjectedFault(deps.pool, target, asked);
    if (!row) throw endpointNotFound();
    deps.logger.info({ ...target, kind }, 'endpoint.fault_injected');
    return answerJson(200, toEndpointView(row));
  };

const notCalled = (): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    'This is a pull endpoint: nothing is posted to it, so no fault can be injected. Use a push endpoint.',
  );
