import type { EndpointView, MerchantSummary } from '@delivery/contracts';
import { type Condition, conditionFor, toCondition } from '../../../webhooks/rules/condition.js';

type Known = Pick<EndpointView, 'id' | 'type' | 'status' | 'paced' | 'not_fetching'>;

/** Only the summary has an endpoint's condition, and it may be a moment behind a change just made. Pure. */
export const conditionOf = (
  { id, type, status, paced, not_fetching: isNotFetching }: Known,
  summary: Pick<MerchantSummary, 'endpoints'> | undefined,
): Condition => {
  if (status === 'disabled') return 'disabled';
  if (isNotFetching) return 'not_fetching';
  const found = summary?.endpoints.find((each) => each.id === id);
  const condition = found && found.health !== 'disabled' ? toCondition(found) : paced ? 'paced' : 'ok';
  return conditionFor(type, condition);
};
