import {
  type EndpointChanges,
  endpointChangesSchema,
  type EndpointHeader,
  endpointSettingsSchema,
  type EndpointType,
} from '@delivery/contracts';
import { answerJson, type ApiRequest, type ApiRoute, parseBody, ProblemError } from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { refuseTakenUrl } from '../endpoints/add-endpoint.js';
import { endpointNotFound } from '../endpoints/change-under-lock.js';
import {
  type EndpointRow,
  readEndpoint,
  readEndpointUrls,
  toEndpointView,
} from '../endpoints/queries/read-endpoints.js';
import { lockSettings, updateEndpoint } from '../endpoints/queries/write-endpoints.js';
import { changedSettings, type Settings } from '../endpoints/rules/changed-settings.js';
import { checkFit } from '../endpoints/rules/check-fit.js';
import { checkWebhookUrl, type WebhookUrlPolicy } from '../endpoints/rules/check-webhook-url.js';
import { headerAfter } from '../endpoints/rules/header.js';
import { readEndpointId, readMerchantId } from '../http/read-params.js';
import { lockMerchant } from '../merchants/queries.js';

export type ChangeSettingsDeps = { pool: Pool; sealer: Sealer; urlPolicy: WebhookUrlPolicy; logger: Logger };

/** What is left out goes back to what a new endpoint has; but for the header, which nobody can read back to repeat it. */
export const replaceEndpoint =
  (deps: ChangeSettingsDeps): ApiRoute['handle'] =>
  (request) =>
    changeSettings(deps, request, {
      url: null,
      events: null,
      max_per_second: null,
      ...parseBody(endpointSettingsSchema, request.body),
    });

/** What is left out stays, so that two who change different settings at once undo nothing of each other. */
export const changeEndpoint =
  (deps: ChangeSettingsDeps): ApiRoute['handle'] =>
  (request) =>
    changeSettings(deps, request, parseBody(endpointChangesSchema, request.body));

const changeSettings = async (deps: ChangeSettingsDeps, request: ApiRequest, wanted: EndpointChanges) => {
  const target = { merchantId: readMerchantId(request), endpointId: readEndpointId(request) };
  const { changed, row } = await inTransaction(deps.pool, (client) => changeLocked(deps, client, target, wanted));
  if (!row) throw endpointNotFound();
  if (changed.length > 0) deps.logger.info({ ...target, changed }, 'endpoint.changed');
  return answerJson(200, toEndpointView(row));
};

type Target = { merchantId: string; endpointId: string };
type Changed = { changed: readonly string[]; row: EndpointRow | undefined };

/** Under the merchant's lock, so that no other endpoint takes the URL, and the endpoint's, so that what stays is what is there now. */
const changeLocked = async (
  deps: ChangeSettingsDeps,
  client: Transaction,
  { merchantId, endpointId }: Target,
  wanted: EndpointChanges,
): Promise<Changed> => {
  await lockMerchant(client, merchantId);
  const known = await lockSettings(client, merchantId, endpointId);
  if (!known) throw endpointNotFound();
  if (wanted.type !== undefined && wanted.type !== known.type) throw otherType(known.type);
  const settings = settingsAfter(deps, { ...known, endpointId }, wanted);
  const changed = changedSettings(known, settings);
  if (changed.length === 0) return { changed, row: await readEndpoint(client, merchantId, endpointId) };
  if (changed.includes('url')) {
    const others = await readEndpointUrls(client, merchantId);
    refuseTakenUrl(
      others.filter(({ id }) => id !== endpointId),
      settings.url,
    );
  }
  return { changed, row: await updateEndpoint(client, endpointId, settings, changed.join(', ')) };
};

type Known = Settings & { type: EndpointType; endpointId: string };

/** A URL that stays is not judged anew: it is whenever it is connected to. */
const settingsAfter = ({ sealer, urlPolicy }: ChangeSettingsDeps, known: Known, wanted: EndpointChanges): Settings => {
  const {
    url: given = known.url,
    events = known.events,
    header,
    max_per_second: maxPerSecond = known.maxPerSecond,
  } = wanted;
  checkFit(known.type, { url: given, header, maxPerSecond });
  const url = wanted.url ? checkWebhookUrl(wanted.url, urlPolicy) : given;
  return { url, events, maxPerSecond, header: headerOf(sealer, known, { url, header }) };
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
    `This is a ${type} endpoint, and stays one: leave "type" out, or add an endpoint of the other type.`,
  );
