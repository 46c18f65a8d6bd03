import {
  endpointSecretOf,
  type EndpointSettings,
  endpointSettingsSchema,
  type EndpointWithSecret,
  newEndpointSchema,
} from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody } from '@delivery/http-edge';
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
    const { enabled, header = null, ...settings } = parseBody(newEndpointSchema, request.body);
    const wanted = { merchantId, ...checkSettings(deps, settings), header };
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
    const settings = checkSettings(deps, wanted);
    const row = await inTransaction(deps.pool, async (client) => {
      await lockMerchant(client, merchantId);
      const known = await lockSettings(client, merchantId, endpointId);
      if (!known) throw endpointNotFound();
      const others = await readEndpointUrls(client, merchantId);
      refuseTakenUrl(
        others.filter(({ id }) => id !== endpointId),
        settings.url,
      );
      const header = headerAfter(deps.sealer, known, { endpointId, url: settings.url, header: wanted.header });
      return updateEndpoint(client, endpointId, { ...settings, header });
    });
    if (!row) throw endpointNotFound();
    deps.logger.info({ merchantId, endpointId }, 'endpoint.changed');
    return answerJson(200, toEndpointView(row));
  };

const checkSettings = (
  deps: ChangeEndpointDeps,
  { url, events, max_per_second }: Omit<EndpointSettings, 'header'>,
) => ({
  url: checkWebhookUrl(url, deps.urlPolicy),
  events: events ?? null,
  maxPerSecond: max_per_second ?? null,
});

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
