import type { EndpointHealth, OperatorEndpoint, OperatorEndpointListEntry } from '@delivery/contracts';

/** How a server is doing, as people say it: one that answers everything with an error answers, and yet is not well. */
export type Condition = EndpointHealth | 'failing';

export const conditionOf = ({ health, window }: Pick<OperatorEndpointListEntry, 'health' | 'window'>): Condition =>
  health === 'ok' && window.failing_since !== null ? 'failing' : health;

/**
 * Of one that is looked at by itself. Whether it is slowed down or paced is told by the list alone, which may be a moment behind what
 * was just changed.
 */
export const conditionOfOne = (
  { status, window }: OperatorEndpoint,
  entry: OperatorEndpointListEntry | undefined,
): Condition => {
  if (status === 'disabled') return 'disabled';
  if (window.probe_at !== null) return 'breaker_open';
  const told = entry?.health === 'narrowed' || entry?.health === 'paced' ? entry.health : 'ok';
  return conditionOf({ health: told, window });
};
