import type { Pool } from '@delivery/postgres';
import type { EndpointHistoryCounter } from './count-endpoint-history.js';
import { type MinuteCounts, minuteMs } from './rules/count-answers.js';
import { addEndpointHistory } from './sql/add-endpoint-history.js';
import { purgeEndpointHistory } from './sql/purge-endpoint-history.js';
import { beginEndpointSample, sampleEndpoints } from './sql/sample-endpoints.js';

/** A day, and one hour so that a chart of a day begins with a value. */
const keptMs = 25 * 3_600_000;
/** Rows in one statement. */
const batchMax = 2_000;
/** More than come in a minute where nearly all endpoints have some. */
const purgeMax = 20_000;

export type RecordEndpointHistoryDeps = { pool: Pool; now: () => number; endpointHistory: EndpointHistoryCounter };

/** Adds what this process counted of each endpoint; the first process of a minute looks at their windows and backlogs. */
export const recordEndpointHistory = async (deps: RecordEndpointHistoryDeps): Promise<number> => {
  const { pool } = deps;
  await saveEndpointHistory(deps);
  const nowMs = deps.now();
  const minute = new Date(nowMs - (nowMs % minuteMs));
  if (!(await beginEndpointSample(pool, minute))) return 0;
  await sampleEndpoints(pool, minute);
  await purgeOld(pool, new Date(nowMs - keptMs));
  return 0;
};

/** Also for the end of the process: what it counted since the last minute would go with it. */
export const saveEndpointHistory = async ({
  pool,
  endpointHistory,
}: Pick<RecordEndpointHistoryDeps, 'pool' | 'endpointHistory'>): Promise<void> => {
  const minutes = endpointHistory.take();
  while (minutes.length > 0) {
    const batch: MinuteCounts[] = minutes.splice(0, batchMax);
    try {
      await addEndpointHistory(pool, batch);
    } catch (error) {
      endpointHistory.giveBack([...batch, ...minutes]);
      throw error;
    }
  }
};

const purgeOld = async (pool: Pool, before: Date): Promise<void> => {
  while ((await purgeEndpointHistory(pool, before, purgeMax)) === purgeMax);
};
