import type { SentRequest } from '@delivery/contracts';

export type Difference = { header: string; here: string | undefined; there: string | undefined };

/** Those that tell when it was sent differ in any case. */
const ofTime: ReadonlySet<string> = new Set(['webhook-timestamp', 'webhook-signature', 'webhook-attempt']);

/** The headers that two requests of a delivery do not have alike, but for those of each attempt. Pure. */
export const compareRequests = (here: SentRequest, there: SentRequest): Difference[] =>
  [...new Set([...Object.keys(here.headers), ...Object.keys(there.headers)])]
    .filter((header) => !ofTime.has(header) && here.headers[header] !== there.headers[header])
    .map((header) => ({ header, here: here.headers[header], there: there.headers[header] }));
