import type { EndpointView, MerchantSummary } from '@delivery/contracts';
import { type Condition, toCondition } from '../../../webhooks/rules/condition.js';

/** Only the summary has an endpoint's condition, and it may be a moment behind a change just made. Pure. */
export const conditionOf = (
  { id, status, paced, not_fetching: isNotFetching }: Pick<EndpointView, 'id' | 'status' | 'paced' | 'not_fetching'>,
  summary: MerchantSummary | undefined,
): Condition => {
  if (status === 'disabled') return 'disabled';
  if (isNotFetching) return 'not_fetching';
  const told = summary?.endpoints.find((each) => each.id === id);
  if (!told || told.health === 'disabled') return paced ? 'paced' : 'ok';
  return toCondition(told);
};
