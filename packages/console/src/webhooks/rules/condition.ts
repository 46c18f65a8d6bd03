import type { EndpointHealth, EndpointType } from '@delivery/contracts';

/**
 * The health of an endpoint, as people say it. A server that answers everything with an error is `failing`; one that was never
 * sent anything is `untried`; a pull endpoint that is fetched from is `ready`.
 */
export type Condition = EndpointHealth | 'failing' | 'untried' | 'ready';

type Told = { health: EndpointHealth; failing_since: string | null; untried: boolean };

export const toCondition = ({ health, failing_since, untried }: Told): Condition => {
  if (health !== 'ok') return health;
  if (failing_since !== null) return 'failing';
  return untried ? 'untried' : 'ok';
};

/** Of several, of which `health` is the worst and `failing_since` that of an enabled one. */
export const toWorst = (told: Told): Condition =>
  told.health === 'disabled' && told.failing_since !== null ? 'failing' : toCondition(told);

/** A pull endpoint gets no requests, so it has no failures: it is fetched from, or not, or disabled. */
export const conditionFor = (type: EndpointType, condition: Condition): Condition =>
  type === 'pull' && condition !== 'disabled' && condition !== 'not_fetching' ? 'ready' : condition;
