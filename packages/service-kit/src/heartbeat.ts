import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** What a process says of itself. */
export type Sign = {
  /** `replica.stopped`: it is the last one. */
  type: 'replica.alive' | 'replica.stopped';
  /** Host and port. In Kubernetes the host is the pod. */
  name: string;
  /** Of this run: a process that is started again keeps its name. */
  run: string;
  version: string;
  /** No time of a clock: machines' clocks differ. */
  uptime_seconds: number;
  /** Work that has stopped in this process, by name. */
  stalled: string[];
};

/**
 * Says every `everyMs` that this process lives, and at the end that it stops. A sign that takes longer is waited for.
 * @param tell may fail: `onFailure` is told of it, and the next sign is sent all the same
 * @returns a function that says the last one
 */
export const startHeartbeat = (deps: {
  port: number;
  version: string;
  everyMs: number;
  /** Default: none. */
  findStalled?: () => string[];
  tell: (sign: Sign) => Promise<void> | void;
  onFailure: (error: unknown) => void;
}): (() => Promise<void>) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const [name, run] = [`${hostname()}:${deps.port}`, randomUUID()];
  const say = async (type: Sign['type']): Promise<void> => {
    try {
      await deps.tell({
        type,
        name,
        run,
        version: deps.version,
        uptime_seconds: process.uptime(),
        stalled: deps.findStalled?.() ?? [],
      });
    } catch (error) {
      deps.onFailure(error);
    }
  };
  const beat = async (): Promise<void> => {
    while (!signal.aborted) {
      await say('replica.alive');
      await delay(deps.everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const running = beat();
  return async () => {
    stopping.abort();
    await running;
    await say('replica.stopped');
  };
};
