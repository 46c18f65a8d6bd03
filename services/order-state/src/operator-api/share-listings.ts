import type { EndpointHealthListing, EndpointHealthRow } from '../ledger/sql/list-endpoint-health.js';

/** As many endpoints are listed in some milliseconds: each caller gets a reading of its own. */
const sharedFrom = 1_000;
/** Each endpoint costs some microseconds: however many look, a reading takes a small part of the time for which it is shared. */
const sharedMsPerEndpoint = 1;
const sharedMaxMs = 30_000;
/** Pages and filters in use at once. */
const keptMax = 100;

type ListEndpoints = (listing: EndpointHealthListing) => Promise<EndpointHealthRow[]>;

/**
 * A list over all merchants counts what waits for every endpoint. Where there are many, what was read last is shown to all who ask
 * within some seconds, be it ten consoles on ten walls.
 */
export const shareListings = ({
  list,
  countEndpoints,
  now,
}: {
  list: ListEndpoints;
  countEndpoints: () => Promise<number>;
  now: () => number;
}): ListEndpoints => {
  const latest = new Map<string, { untilMs: number; reading: Promise<EndpointHealthRow[]> }>();
  let endpointCount = 0;
  const read: ListEndpoints = async (listing) => {
    const [rows, count] = await Promise.all([list(listing), countEndpoints()]);
    endpointCount = count;
    return rows;
  };
  return (listing) => {
    if (listing.merchantIds !== null) return list(listing);
    if (endpointCount < sharedFrom) return read(listing);
    const key = JSON.stringify(listing);
    const known = latest.get(key);
    if (known && known.untilMs > now()) return known.reading;
    if (latest.size >= keptMax) latest.clear();
    const reading = read(listing);
    latest.set(key, { untilMs: now() + Math.min(sharedMaxMs, endpointCount * sharedMsPerEndpoint), reading });
    // Who comes next asks again: a failure is nobody else's.
    reading.catch(() => latest.delete(key));
    return reading;
  };
};
