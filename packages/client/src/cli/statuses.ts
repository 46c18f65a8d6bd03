import { finalStatuses } from '../names.generated.js';

/** Nothing comes after it. */
export const isFinal = (status: string): boolean => finalStatuses.some((known) => known === status);
