import type { EndpointHealth } from '@delivery/contracts';

/**
 * How a server is doing, as people say it: one that answers everything with an error answers, and yet is not well; of one that
 * nothing was ever sent to nobody can say that it works.
 */
export type Condition = EndpointHealth | 'failing' | 'untried';

type Told = { health: EndpointHealth; failing_since: string | null; untried: boolean };

export const toCondition = ({ health, failing_since, untried }: Told): Condition => {
  if (health !== 'ok') return health;
  if (failing_since !== null) return 'failing';
  return untried ? 'untried' : 'ok';
};

/** Of several, of which `health` is the worst and `failing_since` that of an enabled one. */
export const toWorst = (told: Told): Condition =>
  told.health === 'disabled' && told.failing_since !== null ? 'failing' : toCondition(told);
