import { type OwnSearchResult, searchQuerySchema } from '@delivery/contracts';
import { answerJson, type QueryHandler, withQuery } from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import { readMerchantId } from '../http/read-params.js';
import { searchOwnGoneOrders, searchOwnOrders } from '../orders/search-orders.js';
import { toGoneEntry } from '../orders/to-gone-entry.js';
import { toListEntry } from '../orders/to-list-entry.js';

const foundMax = 50;

/** The orders of one merchant that somebody may mean, over one connection: a merchant's turn is worth no more. */
export const viewOwnSearch = ({ pool }: { pool: Pool }): QueryHandler =>
  withQuery(searchQuerySchema, async ({ q }, request) => {
    const merchantId = readMerchantId(request);
    const { rows, gone } = await inTransaction(pool, async (client) => {
      const rows = await searchOwnOrders(client, merchantId, q, foundMax + 1);
      return { rows, gone: rows.length === 0 ? await searchOwnGoneOrders(client, merchantId, q) : [] };
    });
    const result: OwnSearchResult = {
      data: rows.slice(0, foundMax).map((row) => ({ ...toListEntry(row), found_by: row.found_by })),
      gone: gone.map(toGoneEntry),
      truncated: rows.length > foundMax,
    };
    return answerJson(200, result);
  });
