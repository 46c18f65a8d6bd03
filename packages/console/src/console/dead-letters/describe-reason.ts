import { text } from '../text/index.js';
import { nameReason, readOrigin } from './rules/name-reason.js';

/** In the chosen language, as far as the reason is known. */
export const describeReason = (reason: string): string => {
  const named = nameReason(reason);
  const words = named && text().deadLetters.reasons[named.name];
  return words ? words(...named.parts) : reason;
};

/** Where a message was published, in the chosen language; anything else as it is. */
export const describeOrigin = (detail: string | null): string | null => {
  const origin = detail === null ? undefined : readOrigin(detail);
  return origin ? text().deadLetters.origin(origin) : detail;
};
