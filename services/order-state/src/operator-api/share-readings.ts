import { shareReadings } from '@delivery/service-kit';

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
 * some seconds by all callers that ask the same, as ten open consoles do.
 */
export const shareEndpointReadings = <Asked, Answer>({
  read,
  msPerEndpoint,
  sharedMaxMs,
  now,
}: Shared<Asked, Answer>): ((asked: Asked) => Promise<Answer>) => {
  let known = 0;
  return shareReadings({
    read: async (asked: Asked) => {
      const { answer, endpointCount } = await read(asked);
      known = endpointCount;
      return answer;
    },
    keptMs: () => (known < sharedFrom ? 0 : Math.min(sharedMaxMs, known * msPerEndpoint)),
    keptMax,
    now,
  });
};
