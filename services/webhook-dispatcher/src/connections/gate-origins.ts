/** Runs a task when its origin has room. Resolves or rejects as the task does. */
export type OriginGate = <T>(origin: string, task: () => Promise<T>) => Promise<T>;

/**
 * At most `perOriginMax` posts to one origin at a time, in order of arrival. Waiting happens here and not in the agent,
 * so that it is not counted as the receiver's response time.
 */
export const createOriginGate = (perOriginMax: number): OriginGate => {
  const lanes = new Map<string, { running: number; waiting: (() => void)[] }>();

  const enter = async (origin: string): Promise<void> => {
    const lane = lanes.get(origin);
    if (!lane) lanes.set(origin, { running: 1, waiting: [] });
    else if (lane.running < perOriginMax) lane.running += 1;
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
  };
  const leave = (origin: string): void => {
    const lane = lanes.get(origin);
    if (!lane) return;
    const next = lane.waiting.shift();
    // The place is handed on, so `running` stays as it is.
    if (next) next();
    else if (--lane.running === 0) lanes.delete(origin);
  };

  return async (origin, task) => {
    await enter(origin);
    try {
      return await task();
    } finally {
      leave(origin);
    }
  };
};
