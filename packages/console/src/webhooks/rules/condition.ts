import type { EndpointHealth, EndpointType } from '@delivery/contracts';

/**
 * The health of an endpoint, as people say it. A server that answers everything with an error is `failing`; one that
 * was never sent anything is `untried`; a pull endpoint that is fetched from is `ready`.
 */
export type Condition = EndpointHealth | 'failing' | 'untried' | 'ready';

type Health = { health: EndpointHealth; failing_since: string | null; untried: boolean };

export const toCondition = ({ health, failing_since, untried }: Health): Condition => {
  if (health !== 'ok') return health;
  if (failing_since !== null) return 'failing';
  return untried ? 'untried' : 'ok';
};

/** The worst condition of several endpoints: `health` is the worst, `failing_since` is of an enabled endpoint. */
export const toWorst = (worst: Health): Condition =>
  worst.health === 'disabled' && worst.failing_since !== null ? 'failing' : toCondition(worst);

/** A pull endpoint gets no requests, so it has no failures: it is fetched from, or not, or disabled. */
export const conditionFor = (type: EndpointType, condition: Condition): Condition =>
  type === 'pull' && condition !== 'disabled' && condition !== 'not_fetching' ? 'ready' : condition;
