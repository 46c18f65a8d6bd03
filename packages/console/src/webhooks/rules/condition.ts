import type { EndpointHealth } from '@delivery/contracts';

/** How a server is doing, as people say it: one that answers everything with an error answers, and yet is not well. */
export type Condition = EndpointHealth | 'failing';

export const toCondition = (health: EndpointHealth, failingSince: string | null): Condition =>
  health === 'ok' && failingSince !== null ? 'failing' : health;
