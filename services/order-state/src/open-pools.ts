import { createPool, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import type { Config } from './config.js';

/** How this service calls itself at the database. */
export const applicationName = 'order-state';

export type Pools = { work: Pool; api: Pool };

/** Half of the connections each: whoever calls the APIs, and however often, the queues are worked off beside it. */
export const openPools = (config: Config, logger: Logger): Pools => {
  const apiMax = Math.floor(config.DATABASE_POOL_MAX / 2);
  const pipelining = config.DATABASE_PIPELINING === 'on';
  const open = (poolMax: number): Pool =>
    createPool({ databaseUrl: config.DATABASE_URL, applicationName, poolMax, pipelining, logger });
  return { work: open(config.DATABASE_POOL_MAX - apiMax), api: open(apiMax) };
};
