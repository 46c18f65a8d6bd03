import type { EndpointView, MerchantSummary } from '@delivery/contracts';
import { type Condition, toCondition } from '../../../webhooks/rules/condition.js';

type EndpointConcern = {
  kind: Extract<Condition, 'breaker_open' | 'not_fetching' | 'narrowed' | 'failing' | 'disabled'>;
  endpoint: EndpointView;
  waiting: number;
};

/** The concerns that a merchant should look at. */
export type Concern =
  | EndpointConcern
  | { kind: 'exhausted' | 'late_orders' | 'orders_without_courier'; count: number }
  | { kind: 'untried'; endpoint: EndpointView }
  | { kind: 'no_endpoint' };

const isOfConcern = (condition: Condition): condition is EndpointConcern['kind'] =>
  condition === 'breaker_open' ||
  condition === 'not_fetching' ||
  condition === 'narrowed' ||
  condition === 'failing' ||
  condition === 'disabled';

/** Servers that do not take their webhooks first, as everything else follows from that. Pure. */
export const findConcerns = (summary: MerchantSummary, endpoints: readonly EndpointView[]): Concern[] => {
  const late = (['orders_without_courier', 'late_orders'] as const).flatMap((kind): Concern[] =>
    summary[kind] > 0 ? [{ kind, count: summary[kind] }] : [],
  );
  if (endpoints.length === 0) return [{ kind: 'no_endpoint' }, ...late];
  const known = summary.endpoints.flatMap(({ id, waiting, ...endpointHealth }) => {
    const endpoint = endpoints.find((each) => each.id === id);
    return endpoint
      ? [{ kind: toCondition(endpointHealth), endpoint, waiting, failingSince: endpointHealth.failing_since }]
      : [];
  });
  const troubled = known.flatMap(({ kind, endpoint, waiting, failingSince }): EndpointConcern[] => {
    if (!isOfConcern(kind)) return [];
    // One that was slowed down and answers again is well.
    if (kind === 'narrowed' && failingSince === null) return [];
    // A merchant that disabled it, or has not installed its till yet, knows that: it is a concern only where something
    // waits.
    return (kind === 'disabled' || kind === 'not_fetching') && waiting === 0 ? [] : [{ kind, endpoint, waiting }];
  });
  const exhausted = summary.deliveries.by_state.exhausted ?? 0;
  const givenUp: Concern[] = exhausted > 0 ? [{ kind: 'exhausted', count: exhausted }] : [];
  const untried = known.flatMap(({ kind, endpoint }): Concern[] =>
    kind === 'untried' && endpoint.type === 'push' ? [{ kind, endpoint }] : [],
  );
  return [...troubled, ...givenUp, ...late, ...untried];
};
