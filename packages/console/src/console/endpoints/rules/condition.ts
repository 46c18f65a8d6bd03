import type { OperatorEndpoint, OperatorEndpointListEntry } from '@delivery/contracts';
import { type Condition, toCondition } from '../../../webhooks/rules/condition.js';

type Listed = Pick<OperatorEndpointListEntry, 'health' | 'window' | 'untried'>;

export const conditionOf = ({ health, window, untried }: Listed): Condition =>
  toCondition({ health, failing_since: window.failing_since, untried });

/**
 * Of one that is looked at by itself. Whether it is slowed down, paced or untried is told by the list alone, which may be a moment behind what
 * was just changed.
 */
export const conditionOfOne = (
  { status, window, not_fetching: isNotFetching }: OperatorEndpoint,
  entry: OperatorEndpointListEntry | undefined,
): Condition => {
  if (status === 'disabled') return 'disabled';
  if (isNotFetching) return 'not_fetching';
  if (window.probe_at !== null) return 'breaker_open';
  const told = entry?.health === 'narrowed' || entry?.health === 'paced' ? entry.health : 'ok';
  return conditionOf({ health: told, window, untried: entry?.untried ?? false });
};
