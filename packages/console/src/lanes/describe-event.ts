import { text } from '../text/index.js';

/** Events may grow in number: one that is not known here is shown as it is. */
export const describeEvent = (event: string): string => {
  const known: Readonly<Record<string, string>> = text().event;
  return known[event] ?? event;
};
