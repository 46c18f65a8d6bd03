import { z } from 'zod';
import { pageQuerySchema, storeRefSchema } from '@delivery/contracts';
import { answerJson, decodeCursor, encodeCursor, type QueryHandler, toPage, withQuery } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { listStores } from '../merchants/store-queries.js';
import { readMerchantId } from './read-params.js';

const cursorSchema = z.tuple([storeRefSchema]);

export const viewStores = ({ pool }: { pool: Pool }): QueryHandler =>
  withQuery(pageQuerySchema, async ({ limit, cursor }, request) => {
    const [afterRef] = decodeCursor(cursorSchema, cursor) ?? [''];
    const rows = await listStores(pool, { merchantId: readMerchantId(request), afterRef, rowMax: limit + 1 });
    return answerJson(
      200,
      toPage(rows, limit, ({ ref }) => encodeCursor([ref])),
    );
  });
