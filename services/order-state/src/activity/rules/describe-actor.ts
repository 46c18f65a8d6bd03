import type { Actor } from '../queries.js';

/** The text for a replay and an erasure. */
export const describeActor = ({ name, reason }: Pick<Actor, 'name' | 'reason'>): string =>
  `operator ${name}: ${reason}`;
