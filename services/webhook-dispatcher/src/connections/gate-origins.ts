/** The task was not run: its origin does not answer at present, and others are trying already. */
export const deferred = Symbol('deferred');

/** Runs a task when its origin has room, or defers it. Resolves or rejects as the task does. */
export type OriginGate = <T extends { unreachable: boolean }>(
  origin: string,
  task: () => Promise<T>,
) => Promise<T | typeof deferred>;

type Lane = { running: number; waiting: ((runs: boolean) => void)[]; failures: number };

/** So many tasks in a row that reached nobody make an origin a failing one; a single one that does makes it well again. */
const failingAfter = 8;
/** Posts to a failing origin at a time. The endpoints of one origin share it, however many they are. */
const failingMax = 8;
/** Origins remembered as failing at most; beyond it the oldest that has nothing running is forgotten. */
const laneMax = 10_000;

/**
 * At most `perOriginMax` posts to one origin at a time, in order of arrival. Waiting happens here and not in the agent,
 * so that it is not counted as the receiver's response time. What waits for an origin, or comes for it, is deferred
 * once the origin fails: a thousand endpoints of one dead server must not fill a dispatcher's hands.
 */
export const createOriginGate = (perOriginMax: number): OriginGate => {
  const lanes = new Map<string, Lane>();

  const enter = async (origin: string): Promise<boolean> => {
    const lane = lanes.get(origin) ?? addLane(lanes, origin);
    if (isFailing(lane) && lane.running >= failingMax) return false;
    if (lane.running >= perOriginMax) return new Promise((resolve) => lane.waiting.push(resolve));
    lane.running += 1;
    return true;
  };
  const leave = (origin: string): void => {
    const lane = lanes.get(origin);
    if (!lane) return;
    if (isFailing(lane)) for (const defer of lane.waiting.splice(0)) defer(false);
    const next = lane.waiting.shift();
    // The place is handed on, so `running` stays as it is.
    if (next) next(true);
    else if (--lane.running === 0 && lane.failures === 0) lanes.delete(origin);
  };
  const learn = (origin: string, { unreachable }: { unreachable: boolean }): void => {
    const lane = lanes.get(origin);
    if (lane) lane.failures = unreachable ? lane.failures + 1 : 0;
  };

  return async (origin, task) => {
    if (!(await enter(origin))) return deferred;
    try {
      const result = await task();
      learn(origin, result);
      return result;
    } finally {
      leave(origin);
    }
  };
};

const isFailing = ({ failures }: Lane): boolean => failures >= failingAfter;

const addLane = (lanes: Map<string, Lane>, origin: string): Lane => {
  if (lanes.size >= laneMax) forgetOldest(lanes);
  const lane: Lane = { running: 0, waiting: [], failures: 0 };
  lanes.set(origin, lane);
  return lane;
};

const forgetOldest = (lanes: Map<string, Lane>): void => {
  for (const [origin, { running }] of lanes) {
    if (running > 0) continue;
    lanes.delete(origin);
    return;
  }
};
