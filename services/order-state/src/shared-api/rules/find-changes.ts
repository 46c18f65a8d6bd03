/** The subject, counts and endpoints that were shown before an action. */
export type Previewed = {
  /** The action and its parameters. */
  subject: Readonly<Record<string, string>>;
  counts: Readonly<Record<string, number>>;
  /** `url`: the digest of it; `null`: a pull endpoint. */
  endpoints: Readonly<Record<string, { status: string; url: string | null }>>;
};

/** By how much a count may differ and still be the one that was shown: by a share of it, or by a number, whichever is more. */
export type Slack = { share: number; count: number };

/** For counts that change by themselves: orders go on while a person reads a preview. */
export const liveSlack: Slack = { share: 0.1, count: 10 };
/** For deliveries that were named one by one, or actions that cannot be taken back. */
export const noSlack: Slack = { share: 0, count: 0 };

/** The changes since the preview that matter, in words. Pure. */
export const findChanges = (before: Previewed, now: Previewed, slack: Slack): string[] => {
  const others = Object.keys({ ...before.subject, ...now.subject }).filter(
    (name) => before.subject[name] !== now.subject[name],
  );
  if (others.length > 0) return [`it was made for another ${others.join(', ')}`];
  return [...countChanges(before.counts, now.counts, slack), ...endpointChanges(before.endpoints, now.endpoints)];
};

const countChanges = (before: Previewed['counts'], now: Previewed['counts'], slack: Slack): string[] =>
  Object.entries(before).flatMap(([what, shown]) => {
    const count = now[what] ?? 0;
    const allowed = Math.max(slack.count, shown * slack.share);
    return Math.abs(count - shown) > allowed ? [`the number of ${what} was ${shown} and is now ${count}`] : [];
  });

const endpointChanges = (before: Previewed['endpoints'], now: Previewed['endpoints']): string[] =>
  Object.entries(before).flatMap(([id, shown]) => {
    const endpoint = now[id];
    // It has nothing to be sent any more, which the counts tell if it matters.
    if (!endpoint) return [];
    if (endpoint.status !== shown.status) return [`endpoint ${id} is now ${endpoint.status}`];
    return endpoint.url === shown.url ? [] : [`endpoint ${id} now has another URL`];
  });
