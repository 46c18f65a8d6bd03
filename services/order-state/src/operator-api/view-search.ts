import { searchQuerySchema, type SearchResult } from '@delivery/contracts';
import { answerJson, type QueryHandler, withQuery } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { searchGoneOrders, searchOrders } from '../orders/search-orders.js';
import { toGoneEntry } from '../orders/to-gone-entry.js';

const foundMax = 50;

/** The orders that somebody may mean. */
export const viewSearch = ({ pool }: { pool: Pool }): QueryHandler =>
  withQuery(searchQuerySchema, async ({ q }) => {
    const rows = await searchOrders(pool, q, foundMax + 1);
    const gone = rows.length === 0 ? await searchGoneOrders(pool, q, foundMax) : [];
    const result: SearchResult = {
      data: rows.slice(0, foundMax).map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
      })),
      gone: gone.map(toGoneEntry),
      truncated: rows.length > foundMax,
    };
    return answerJson(200, result);
  });
