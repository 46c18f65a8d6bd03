type Shared<Asked, Answer> = {
  read: (asked: Asked) => Promise<Answer>;
  /** For how long after its beginning a reading is shown to others, in milliseconds; 0: to none. */
  keptMs: () => number;
  /** Different questions at once; the oldest reading goes first. */
  keptMax: number;
  now: () => number;
};

/** One reading for all equal requests within a time. Requests are compared by the JSON of `asked`. */
export const shareReadings = <Asked, Answer>({
  read,
  keptMs,
  keptMax,
  now,
}: Shared<Asked, Answer>): ((asked: Asked) => Promise<Answer>) => {
  const latest = new Map<string, { untilMs: number; reading: Promise<Answer> }>();
  return (asked) => {
    const keptFor = keptMs();
    if (keptFor === 0) return read(asked);
    const key = JSON.stringify(asked);
    const known = latest.get(key);
    if (known && known.untilMs > now()) return known.reading;
    latest.delete(key);
    const [oldest] = latest.keys();
    if (oldest !== undefined && latest.size >= keptMax) latest.delete(oldest);
    const untilMs = now() + keptFor;
    const reading = read(asked);
    latest.set(key, { untilMs, reading });
    // Only the callers that already wait get a failure. A late failure does not remove a newer reading.
    reading.catch(() => {
      if (latest.get(key)?.reading === reading) latest.delete(key);
    });
    return reading;
  };
};
