import { queryValue, queryValues } from '@delivery/postgres';
import { type FeedDeps, feedReplays } from '../../src/replays/feed-replays.js';

/** Looks at all replays, as the feeder does at those about which it has heard something. @returns how many still run */
export const feedAllReplays = async (deps: Pick<FeedDeps, 'pool' | 'now' | 'logger'>): Promise<number> => {
  const running = await queryValues<string>(deps.pool, `select id from replays where status = 'running'`);
  await feedReplays({ ...deps, onQueued: () => undefined }, running);
  const sql = `select count(*)::int as n from replays where status = 'running'`;
  return (await queryValue<number>(deps.pool, sql)) ?? 0;
};
