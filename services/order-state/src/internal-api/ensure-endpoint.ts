import {
  ensureCourierEndpointSchema,
  ensureEndpointSchema,
  ensurePlatformEndpointSchema,
  unsetSettings,
} from '@delivery/contracts';
import { answerJson, type HandlerOf } from '@delivery/http-edge';
import { inTransaction } from '@delivery/postgres';
import { findEndpoint, toEndpointView } from '../endpoints/queries/read-endpoints.js';
import { confirmCaller } from '../merchants/confirm-caller.js';
import { lockOwner } from '../merchants/queries.js';
import { ownerOf } from '../shared-api/check-bearer.js';
import { merchantNotFound, readOwnerId, readReference } from '../shared-api/read-params.js';
import { changeLocked, followChange } from './change-settings.js';
import { type ChangeEndpointDeps, createLocked, parseNewEndpoint } from './merchant-endpoints.js';

/**
 * Makes the endpoint of a reference, or changes it to what is wanted. The owner's lock makes the second of two calls at
 * once find it.
 */
export const ensureEndpoint: HandlerOf<ChangeEndpointDeps> = (deps) => async (request) => {
  const [ownerId, reference, actor] = [readOwnerId(request), readReference(request), ownerOf(request)];
  const wanted = parseNewEndpoint(request, wantedEndpoints);
  const done = await inTransaction(deps.pool, async (client) => {
    if (!(await lockOwner(client, ownerId))) throw merchantNotFound();
    await confirmCaller(client, actor);
    const endpointId = await findEndpoint(client, ownerId, reference);
    if (endpointId === undefined) return createLocked(deps, client, { ...wanted, ownerId, reference }, actor);
    const changes = { ...unsetSettings, url: null, ...wanted, oauth_client_id: wanted.oauth_client_id ?? undefined };
    return changeLocked(deps, client, { ownerId, endpointId }, changes, actor);
  });
  if ('secret' in done) {
    deps.logger.info({ ownerId, endpointId: done.id }, 'endpoint.created');
    return answerJson(201, { ...done, changed: [] });
  }
  const { row, changed, isSwitched } = done;
  followChange(deps, { ownerId, endpointId: row.id }, done);
  return answerJson(200, { ...toEndpointView(row), changed: isSwitched ? [...changed, 'enabled'] : changed });
};

const wantedEndpoints = {
  merchant: ensureEndpointSchema,
  courier_system: ensureCourierEndpointSchema,
  platform: ensurePlatformEndpointSchema,
};
