import { z } from 'zod';
import { type OperatorEndpointListEntry, operatorEndpointListQuerySchema } from '@delivery/contracts';
import { answerJson, decodeCursor, encodeCursor, type QueryHandler, toPage, withQuery } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { countEndpoints, maskHeader } from '../endpoints/queries/read-endpoints.js';
import { maskUrl } from '../endpoints/rules/mask-url.js';
import {
  type EndpointHealthListing,
  type EndpointHealthRow,
  listEndpointHealth,
} from '../ledger/queries/endpoint-health.js';
import { shareReadings } from './share-readings.js';
import { toIso } from './to-iso.js';
import { toWindowView } from './to-window-view.js';

const cursorSchema = z.tuple([z.int().min(0).max(2_147_483_647), z.guid()]);

/** A list over all merchants counts what waits for each endpoint: ten seconds for 10,000 of them. */
const shared = { msPerEndpoint: 1, sharedMaxMs: 30_000 };

/** The endpoints of all merchants or of one, the largest backlog first. */
export const viewEndpoints = ({ pool, now }: { pool: Pool; now: () => number }): QueryHandler => {
  const listOfAll = shareReadings({
    read: async (listing: EndpointHealthListing) => {
      const [answer, endpointCount] = await Promise.all([listEndpointHealth(pool, listing), countEndpoints(pool)]);
      return { answer, endpointCount };
    },
    ...shared,
    now,
  });
  return withQuery(operatorEndpointListQuerySchema, async ({ limit, cursor, merchant_id, health }) => {
    const position = decodeCursor(cursorSchema, cursor);
    const listing: EndpointHealthListing = {
      merchantIds: merchant_id === undefined ? null : [merchant_id],
      health: health ?? null,
      after: position ? { waiting: position[0], id: position[1] } : null,
      rowMax: limit + 1,
    };
    const rows = await (merchant_id === undefined ? listOfAll(listing) : listEndpointHealth(pool, listing));
    const page = toPage(rows, limit, (row) => encodeCursor([row.waiting, row.id]));
    return answerJson(200, { ...page, data: page.data.map(toListEntry) });
  });
};

const toListEntry = (row: EndpointHealthRow): OperatorEndpointListEntry => ({
  id: row.id,
  merchant_id: row.merchant_id,
  merchant_name: row.merchant_name,
  type: row.type,
  url: row.url === null ? null : maskUrl(row.url),
  events: row.events,
  header: maskHeader(row.header_name),
  max_per_second: row.max_per_second,
  paced: row.paced,
  health: row.health,
  waiting: row.waiting,
  disabled_reason: row.disabled_reason,
  disabled_at: toIso(row.disabled_at),
  created_at: row.created_at.toISOString(),
  window: toWindowView(row),
});
