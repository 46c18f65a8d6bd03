/** From this many endpoints on a reading is shared; fewer are read in some milliseconds. */
const sharedFrom = 1_000;
/** Different questions in use at once, such as pages and filters. */
const keptMax = 100;

type Shared<Asked, Answer> = {
  /** `endpointCount`: how many endpoints there are. */
  read: (asked: Asked) => Promise<{ answer: Answer; endpointCount: number }>;
  /** For how long a reading is shown to others, for each endpoint that there is: so it takes a small part of the time, however many look. */
  msPerEndpoint: number;
  sharedMaxMs: number;
  now: () => number;
};

/**
 * A reading that costs something for each endpoint. Where there are many, the latest reading is shared for
 * some seconds by all callers that ask the same, as ten open consoles do. `asked` is told apart by its JSON.
 */
export const shareReadings = <Asked, Answer>({
  read,
  msPerEndpoint,
  sharedMaxMs,
  now,
}: Shared<Asked, Answer>): ((asked: Asked) => Promise<Answer>) => {
  const latest = new Map<string, { untilMs: number; reading: Promise<Answer> }>();
  let endpointCount = 0;
  const readAnew = async (asked: Asked): Promise<Answer> => {
    const { answer, endpointCount: count } = await read(asked);
    endpointCount = count;
    return answer;
  };
  return (asked) => {
    if (endpointCount < sharedFrom) return readAnew(asked);
    const key = JSON.stringify(asked);
    const known = latest.get(key);
    if (known && known.untilMs > now()) return known.reading;
    if (latest.size >= keptMax) latest.clear();
    const reading = readAnew(asked);
    latest.set(key, { untilMs: now() + Math.min(sharedMaxMs, endpointCount * msPerEndpoint), reading });
    // A failed reading is not shared: the next caller reads again.
    reading.catch(() => latest.delete(key));
    return reading;
  };
};
