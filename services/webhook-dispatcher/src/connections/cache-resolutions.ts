import type { Resolution, ResolveHost } from './resolve-host.js';

/** Names kept at once; the oldest goes first. */
const namesMax = 10_000;
/** Longest time a good answer is used, even if its TTL is longer: a receiver that moves is found again. */
const answerAgeMaxMs = 5 * 60_000;

/**
 * Uses an answer until its TTL ends, and asks once when many want the same name at once. Failures are not kept.
 * @param nowMs a monotonic clock in milliseconds
 */
export const cacheResolutions = (resolve: ResolveHost, nowMs: () => number): ResolveHost => {
  const answers = new Map<string, { resolution: Resolution; expiresAtMs: number }>();
  const asking = new Map<string, Promise<Resolution>>();

  const ask = async (name: string): Promise<Resolution> => {
    try {
      // The TTL counts from before the question: an answer that took long is that much older.
      const askedAtMs = nowMs();
      const resolution = await resolve(name);
      answers.delete(name);
      if (answers.size >= namesMax) answers.delete(answers.keys().next().value ?? name);
      answers.set(name, {
        resolution,
        expiresAtMs: askedAtMs + Math.min(resolution.ttlSeconds * 1000, answerAgeMaxMs),
      });
      return resolution;
    } finally {
      asking.delete(name);
    }
  };

  return (name) => {
    const known = answers.get(name);
    if (known && nowMs() < known.expiresAtMs) return Promise.resolve(known.resolution);
    const underWay = asking.get(name);
    if (underWay) return underWay;
    const question = ask(name);
    asking.set(name, question);
    return question;
  };
};
