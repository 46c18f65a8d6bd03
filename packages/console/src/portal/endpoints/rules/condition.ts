import type { EndpointView, MerchantSummary } from '@delivery/contracts';
import { type Condition, toCondition } from '../../../webhooks/rules/condition.js';

/** How an endpoint does is told by the summary alone, which may be a moment behind what was just changed. Pure. */
export const conditionOf = (
  { id, status, paced }: Pick<EndpointView, 'id' | 'status' | 'paced'>,
  summary: MerchantSummary | undefined,
): Condition => {
  if (status === 'disabled') return 'disabled';
  const told = summary?.endpoints.find((each) => each.id === id);
  if (!told || told.health === 'disabled') return paced ? 'paced' : 'ok';
  return toCondition(told.health, told.failing_since);
};
