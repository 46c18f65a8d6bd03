import type { OperatorEndpoint } from '@delivery/contracts';
import { answerJson, type ApiRoute } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { endpointNotFound } from '../endpoints/change-under-lock.js';
import { maskHeader, readEndpointLog, readOperatorEndpoint } from '../endpoints/queries/read-endpoints.js';
import { readSecrets, readSecretTimes } from '../endpoints/queries/secrets.js';
import { maskUrl } from '../endpoints/rules/mask-url.js';
import { ageOfSecrets } from '../endpoints/rules/secret-times.js';
import { readEndpointId } from '../http/read-params.js';
import { toIso } from './to-iso.js';
import { toWindowView } from './to-window-view.js';

const logRowMax = 100;

/** How an endpoint is doing: its window, its breaker, and what was done to it. */
export const viewEndpoint =
  (deps: { pool: Pool; now: () => number }): ApiRoute['handle'] =>
  async (request) =>
    answerJson(200, await readEndpointView(deps, readEndpointId(request)));

export const readEndpointView = async (
  { pool, now }: { pool: Pool; now: () => number },
  endpointId: string,
): Promise<OperatorEndpoint> => {
  const row = await readOperatorEndpoint(pool, endpointId);
  if (!row) throw endpointNotFound();
  const [log, secrets, times] = await Promise.all([
    readEndpointLog(pool, endpointId, logRowMax),
    readSecrets(pool, endpointId),
    readSecretTimes(pool, endpointId),
  ]);
  const age = ageOfSecrets(secrets, times, now());
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    type: row.type,
    url: row.url === null ? null : maskUrl(row.url),
    events: row.events,
    header: maskHeader(row.header_name),
    max_per_second: row.max_per_second,
    paced: row.paced,
    waiting: row.waiting,
    status: row.status,
    disabled_reason: row.disabled_reason,
    disabled_at: toIso(row.disabled_at),
    created_at: row.created_at.toISOString(),
    last_test: row.last_test,
    misbehaviour: row.misbehaviour,
    last_misbehaviour: row.last_misbehaviour,
    window: toWindowView(row),
    secret: { created_at: toInstant(age.createdAtMs), older_valid_until: toInstant(age.olderValidUntilMs) },
    log: log.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  };
};

const toInstant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
