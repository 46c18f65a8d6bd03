import {
  endpointSecretOf,
  type EndpointSettings,
  endpointSettingsSchema,
  type EndpointType,
  type EndpointWithSecret,
  newEndpointSchema,
  type WebhookEvent,
} from '@delivery/contracts';
import { answerJson, type ApiRoute, fieldErrorAt, parseBody, ProblemError } from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { addEndpoint, refuseTakenUrl } from '../endpoints/add-endpoint.js';
import { endpointNotFound } from '../endpoints/endpoint-not-found.js';
import { checkWebhookUrl, type WebhookUrlPolicy } from '../endpoints/rules/check-webhook-url.js';
import { headerAfter } from '../endpoints/rules/header.js';
import { createSecret, rotateSecrets } from '../endpoints/rules/secrets.js';
import { disableEndpoints } from '../endpoints/sql/disable-endpoints.js';
import { toEndpointView } from '../endpoints/sql/endpoint-row.js';
import { lockSecrets, updateSecrets } from '../endpoints/sql/endpoint-secrets.js';
import { lockSettings } from '../endpoints/sql/lock-settings.js';
import { readEndpoint } from '../endpoints/sql/read-endpoint.js';
import { readEndpointUrls } from '../endpoints/sql/read-endpoint-urls.js';
import { updateEndpoint } from '../endpoints/sql/update-endpoint.js';
import { merchantNotFound, readEndpointId, readMerchantId } from '../http/read-params.js';
import { lockMerchant } from '../merchants/sql/lock-merchant.js';
import { disabledByRequest } from './switch-endpoint.js';

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
    const { type, enabled, header = null, ...settings } = parseBody(newEndpointSchema, request.body);
    const wanted = { merchantId, type, ...checkSettings(deps, type, { ...settings, header }), header };
    const endpoint = await inTransaction(deps.pool, async (client) => {
      if (!(await lockMerchant(client, merchantId))) throw merchantNotFound();
      const added = await addEndpoint(client, deps.sealer, wanted);
      if (enabled) return added;
      await disableEndpoints(client, [added.id], disabledByRequest, new Date(deps.now()));
      return { ...added, status: 'disabled', disabled_reason: disabledByRequest } satisfies EndpointWithSecret;
    });
    deps.logger.info({ merchantId, endpointId: endpoint.id }, 'endpoint.created');
    return answerJson(201, endpoint);
  };

export const replaceEndpoint =
  (deps: ChangeEndpointDeps): ApiRoute['handle'] =>
  async (request) => {
    const [merchantId, endpointId] = [readMerchantId(request), readEndpointId(request)];
    const wanted = parseBody(endpointSettingsSchema, request.body);
    const row = await inTransaction(deps.pool, async (client) => {
      await lockMerchant(client, merchantId);
      const known = await lockSettings(client, merchantId, endpointId);
      if (!known) throw endpointNotFound();
      if (wanted.type !== undefined && wanted.type !== known.type) throw otherType(known.type);
      const settings = checkSettings(deps, known.type, wanted);
      const others = await readEndpointUrls(client, merchantId);
      refuseTakenUrl(
        others.filter(({ id }) => id !== endpointId),
        settings.url,
      );
      const [before, after] = [known.url, settings.url];
      const header =
        before === null || after === null
          ? null
          : headerAfter(deps.sealer, { ...known, url: before }, { endpointId, url: after, header: wanted.header });
      return updateEndpoint(client, endpointId, { ...settings, header });
    });
    if (!row) throw endpointNotFound();
    deps.logger.info({ merchantId, endpointId }, 'endpoint.changed');
    return answerJson(200, toEndpointView(row));
  };

const checkSettings = (
  deps: ChangeEndpointDeps,
  type: EndpointType,
  { url, events, header, max_per_second }: Omit<EndpointSettings, 'type'>,
): { url: string | null; events: WebhookEvent[] | null; maxPerSecond: number | null } => {
  if (type === 'push' && !url) {
    throw wrongField(
      '/url',
      'required',
      'This field is required: a push endpoint has a URL. One without is of "type": "pull".',
    );
  }
  if (type === 'pull' && url) {
    throw wrongField(
      '/url',
      'invalid_value',
      'A pull endpoint has no URL: leave it out, or make the endpoint of "type": "push".',
    );
  }
  if (type === 'pull' && header) {
    throw wrongField('/header', 'invalid_value', 'Nothing is posted for a pull endpoint: leave the header out.');
  }
  if (type === 'pull' && max_per_second) {
    throw wrongField('/max_per_second', 'invalid_value', 'A pull endpoint gets what it fetches: leave this out.');
  }
  return {
    url: url ? checkWebhookUrl(url, deps.urlPolicy) : null,
    events: events ?? null,
    maxPerSecond: max_per_second ?? null,
  };
};

const wrongField = (pointer: string, code: string, message: string): ProblemError =>
  new ProblemError('validation_failed', 'The body has 1 fault: see errors.', {
    errors: [fieldErrorAt(pointer, code, message)],
  });

const otherType = (type: EndpointType): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    `This is a ${type} endpoint, and stays one: leave "type" out, or add an endpoint of the other type.`,
  );

export const rotateSecret =
  (deps: ChangeEndpointDeps): ApiRoute['handle'] =>
  async (request) => {
    const [merchantId, endpointId] = [readMerchantId(request), readEndpointId(request)];
    const secret = createSecret();
    const rotated = await inTransaction(deps.pool, async (client): Promise<EndpointWithSecret> => {
      const secrets = await lockSecrets(client, merchantId, endpointId);
      const row = await readEndpoint(client, merchantId, endpointId);
      if (!secrets || !row) throw endpointNotFound();
      const sealed = deps.sealer.seal(secret, endpointSecretOf(endpointId));
      const time = { nowMs: deps.now(), overlapMs: deps.secretOverlapMs };
      await updateSecrets(client, endpointId, rotateSecrets(secrets, sealed, time));
      return { ...toEndpointView(row), secret };
    });
    deps.logger.info({ merchantId, endpointId }, 'endpoint.secret_rotated');
    return answerJson(200, rotated);
  };
