import type { Connection } from '@delivery/messaging';
import type { Logger } from '@delivery/service-kit';

export type TopologyDeps = {
  /** The one that never publishes: an alarm of the broker does not hold it up. */
  consuming: Pick<Connection, 'findMissingExchange' | 'repairTopology'>;
  logger: Logger;
};

/**
 * Has a deleted exchange declared again. Couriers publish to `fulfilment` and no service of ours does, so no publish of
 * ours would notice.
 */
export const sweepTopology = async ({ consuming, logger }: TopologyDeps): Promise<number> => {
  const exchange = await consuming.findMissingExchange();
  if (exchange === undefined) return 0;
  logger.warn({ exchange }, 'topology.exchange_missing');
  consuming.repairTopology();
  return 1;
};
