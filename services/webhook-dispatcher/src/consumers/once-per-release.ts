/** Runs the task of a key, or joins the one that ran or runs for it. */
export type OncePerRelease<T> = (key: string, task: () => Promise<T>) => Promise<T>;

/**
 * A message comes again when the broker connection breaks between the POST and the ack. As long as this process still
 * knows the result of that release's POST, it reports that, and the receiver gets no repeat. Only a saving: after a
 * crash, or on another replica, the webhook is sent again with the same `webhook-id`.
 * @param rememberedMax results kept, the oldest go first; a broker redelivers unacknowledged messages only
 */
export const createOncePerRelease = <T>(rememberedMax: number): OncePerRelease<T> => {
  const results = new Map<string, Promise<T>>();
  return (key, task) => {
    const known = results.get(key);
    if (known) return known;
    const [oldest] = results.keys();
    if (results.size >= rememberedMax && oldest !== undefined) results.delete(oldest);
    const result = task();
    results.set(key, result);
    result.catch(() => results.delete(key));
    return result;
  };
};
