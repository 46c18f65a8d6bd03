import {
  courierEndpointChangesSchema,
  type EndpointChanges,
  endpointChangesSchema,
  type EndpointEvent,
  type EndpointFormat,
  type EndpointHeader,
  type EndpointSignature,
  type EndpointType,
  platformEndpointChangesSchema,
} from '@delivery/contracts';
import { answerJson, type ApiRequest, type HandlerOf, parseBody, ProblemError } from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import type { Actor } from '../activity/queries.js';
import {
  disabledByRequest,
  endpointNotFound,
  refuseMisfit,
  refuseUnknownStores,
  sealClient,
} from '../endpoints/change-endpoints.js';
import { type EndpointRow, readEndpoint, readSiblings, toEndpointView } from '../endpoints/queries/read-endpoints.js';
import {
  catchUpEndpoint,
  disableEndpoints,
  enableEndpoint,
  lockSettings,
  lockWindow,
  updateEndpoint,
} from '../endpoints/queries/write-endpoints.js';
import { signatureOf } from '../endpoints/rules/secrets.js';
import {
  changedSettings,
  describeSettings,
  headerAfter,
  isNewRevision,
  type Settings,
  validateEndpointSettings,
  validateFormat,
  withGiven,
} from '../endpoints/rules/settings.js';
import { checkWebhookUrl, type WebhookUrlPolicy } from '../endpoints/rules/webhook-url.js';
import { confirmCaller } from '../merchants/confirm-caller.js';
import { lockOwner } from '../merchants/queries.js';
import { ownerOf } from '../shared-api/check-bearer.js';
import { ownerKindOf, readTarget, type Target } from '../shared-api/read-params.js';

export type ChangeSettingsDeps = {
  pool: Pool;
  sealer: Sealer;
  urlPolicy: WebhookUrlPolicy;
  now: () => number;
  logger: Logger;
  /** Called after the COMMIT of a change that may have made deliveries due. */
  wakeRelay: () => void;
};

/**
 * Settings that are left out keep their values, so that two concurrent changes of different settings both take effect.
 */
export const changeEndpoint: HandlerOf<ChangeSettingsDeps> = (deps) => (request) =>
  changeSettings(deps, request, parseBody(changesSchemas[ownerKindOf(request)], request.body));

const changesSchemas = {
  merchant: endpointChangesSchema,
  courier_system: courierEndpointChangesSchema,
  platform: platformEndpointChangesSchema,
};

/** Changes after which a receiver that failed may answer. */
const mayMend = (changed: readonly string[]): boolean => isNewRevision(changed) || changed.includes('header');

const changeSettings = async (deps: ChangeSettingsDeps, request: ApiRequest, wanted: WantedChanges) => {
  const target = readTarget(request);
  const done = await inTransaction(deps.pool, (client) => changeLocked(deps, client, target, wanted, ownerOf(request)));
  followChange(deps, target, done);
  return answerJson(200, toEndpointView(done.row));
};

/** After COMMIT. */
export const followChange = (deps: ChangeSettingsDeps, target: Target, { changed, isSwitched, row }: Changed): void => {
  if (changed.length > 0) deps.logger.info({ ...target, changed }, 'endpoint.changed');
  if (isSwitched) deps.logger.info({ ...target, status: row.status }, 'endpoint.switched');
  if (isSwitched || mayMend(changed)) deps.wakeRelay();
};

/** Settings of an endpoint of any owner. */
type WantedChanges = Omit<EndpointChanges, 'events'> & {
  events?: EndpointEvent[] | null | undefined;
  format?: EndpointFormat;
  signature?: EndpointSignature | undefined;
};

/** Settings that the owner's other endpoints limit. */
const amongSiblings = ['url', 'events', 'statuses', 'store_refs'];

type Changed = { changed: readonly string[]; isSwitched: boolean; row: EndpointRow };

/**
 * Under the merchant's lock, so that no other endpoint takes the URL, and the endpoint's, so that kept settings are
 * those of now.
 */
export const changeLocked = async (
  deps: ChangeSettingsDeps,
  client: Transaction,
  { ownerId, endpointId }: Target,
  wanted: WantedChanges,
  actor: Actor,
): Promise<Changed> => {
  await lockOwner(client, ownerId);
  await confirmCaller(client, actor);
  // The window before the endpoint, as all that changes the status or what is due.
  if (touchesWindow(wanted)) await lockWindow(client, endpointId);
  const known = await lockSettings(client, ownerId, endpointId);
  if (!known) throw endpointNotFound();
  if (wanted.type !== undefined && wanted.type !== known.type) throw otherType(known.type);
  if (wanted.format !== undefined && wanted.format !== formatOf(known)) throw otherFormat(formatOf(known));
  const signature = signatureOf(known);
  if (wanted.signature !== undefined && wanted.signature !== signature) throw otherSignature(signature);
  const settings = {
    ...settingsAfter(deps, { ...known, endpointId }, wanted),
    open_delivery: await clientAfter(deps, client, { ...known, ownerId, endpointId }, wanted),
  };
  const changed = changedSettings(known, settings);
  if (changed.some((name) => amongSiblings.includes(name))) {
    const others = (await readSiblings(client, ownerId)).filter(({ id }) => id !== endpointId);
    refuseMisfit(others, { ...settings, is_open_delivery: settings.open_delivery !== null });
  }
  if (changed.includes('store_refs')) await refuseUnknownStores(client, { ...settings, ownerId });
  const now = new Date(deps.now());
  if (changed.length > 0) {
    const changes = describeSettings(changed, known, settings);
    await updateEndpoint(client, endpointId, settings, changes, now, actor);
  }
  const isSwitched = wanted.enabled !== undefined && wanted.enabled !== (known.status === 'active');
  if (mayMend(changed)) await catchUpEndpoint(client, endpointId, now);
  if (isSwitched && wanted.enabled) await enableEndpoint(client, endpointId, now, actor);
  if (isSwitched && !wanted.enabled) await disableEndpoints(client, [endpointId], disabledByRequest, now, actor);
  const row = await readEndpoint(client, ownerId, endpointId);
  if (!row) throw endpointNotFound();
  return { changed, isSwitched, row };
};

/** Others need not wait for what is being released. */
const touchesWindow = ({ enabled, url, header, oauth_client_id: clientId }: WantedChanges): boolean =>
  [enabled, url, header, clientId].some((value) => value !== undefined);

type Known = Settings & { type: EndpointType; endpointId: string };

/** A URL that stays is not judged anew: it is whenever it is connected to. */
const settingsAfter = (
  { sealer, urlPolicy }: ChangeSettingsDeps,
  known: Known,
  wanted: WantedChanges,
): Omit<Settings, 'open_delivery'> => {
  const { url: given = known.url, header } = wanted;
  const settings = withGiven(known, wanted);
  validateEndpointSettings(known.type, { ...settings, url: given, header });
  validateFormat({
    ...settings,
    type: known.type,
    format: formatOf(known),
    oauth_client_id: wanted.oauth_client_id ?? known.open_delivery?.client_id,
  });
  const url = wanted.url ? checkWebhookUrl(wanted.url, urlPolicy) : given;
  return { ...settings, url, header: headerOf(sealer, known, { url, header }) };
};

const clientAfter = async (
  { sealer }: ChangeSettingsDeps,
  client: Transaction,
  { ownerId, endpointId, open_delivery: known }: Known & { ownerId: string },
  { oauth_client_id: oauthClientId }: WantedChanges,
): Promise<Settings['open_delivery']> =>
  oauthClientId === undefined || oauthClientId === known?.client_id
    ? known
    : sealClient(client, sealer, { ownerId, endpointId, oauthClientId });

const headerOf = (
  sealer: Sealer,
  { endpointId, ...known }: Known,
  { url, header }: { url: string | null; header: EndpointHeader | null | undefined },
): Settings['header'] =>
  known.url === null || url === null
    ? null
    : headerAfter(sealer, { ...known, url: known.url }, { endpointId, url, header });

const formatOf = ({ open_delivery: client }: Pick<Settings, 'open_delivery'>): EndpointFormat =>
  client === null ? 'standard_webhooks' : 'open_delivery';

const otherSignature = (signature: EndpointSignature): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    `This endpoint signs with ${signature}: leave "signature" out, or change it with rotate-secret.`,
  );

const otherFormat = (format: EndpointFormat): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    `This endpoint has the format ${format}, which cannot change: add an endpoint of the other format.`,
  );

const otherType = (type: EndpointType): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    `This is a ${type} endpoint, and its type cannot change: leave "type" out, or add an endpoint of the other type.`,
  );
