import { endpointSecretOf, type EndpointWithSecret, newEndpointSchema } from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody } from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { addEndpoint } from '../endpoints/add-endpoint.js';
import { endpointNotFound } from '../endpoints/change-under-lock.js';
import { readEndpoint, toEndpointView } from '../endpoints/queries/read-endpoints.js';
import { lockSecrets, updateSecrets } from '../endpoints/queries/secrets.js';
import { disableEndpoints } from '../endpoints/queries/write-endpoints.js';
import { checkFit } from '../endpoints/rules/check-fit.js';
import { checkWebhookUrl, type WebhookUrlPolicy } from '../endpoints/rules/check-webhook-url.js';
import { createSecret, rotateSecrets } from '../endpoints/rules/secrets.js';
import { merchantNotFound, readEndpointId, readMerchantId } from '../http/read-params.js';
import { lockMerchant } from '../merchants/queries.js';
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
    const { type, enabled, ...settings } = parseBody(newEndpointSchema, request.body);
    const { url = null, events = null, header = null, max_per_second: maxPerSecond = null } = settings;
    checkFit(type, { url, header, maxPerSecond });
    const checkedUrl = url === null ? null : checkWebhookUrl(url, deps.urlPolicy);
    const wanted = { merchantId, type, url: checkedUrl, events, header, maxPerSecond };
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
