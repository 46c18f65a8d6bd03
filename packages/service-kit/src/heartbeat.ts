import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** A heartbeat: the state of one process. */
export type Sign = {
  /** `replica.stopped` is the last heartbeat of a process. */
  type: 'replica.alive' | 'replica.stopped';
  /** Host and port. In Kubernetes the host is the pod. */
  name: string;
  /** Identifies this run: a process that is started again keeps its name. */
  run: string;
  version: string;
  /** Not a time of day: the clocks of machines differ. */
  uptime_seconds: number;
  /** Work that has stopped in this process, by name. */
  stalled: string[];
  /** In one heartbeat of `configEvery`. */
  config?: Record<string, string>;
};

/**
 * The configuration of a run does not change. A heartbeat that has it may be lost, so it comes again, about once a
 * minute.
 */
const configEvery = 30;
const settingMaxLength = 2_000;

/** @param config without secrets, as it is logged at the start */
const toTexts = (config: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(config).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return [[name, text.slice(0, settingMaxLength)]];
    }),
  );

/**
 * Sends a heartbeat every `everyMs`; the next one waits for a slow one.
 * @param tell may fail: `onFailure` gets the error, and the next heartbeat is sent all the same
 * @returns a function that sends the last heartbeat, `replica.stopped`
 */
export const startHeartbeat = (deps: {
  port: number;
  version: string;
  everyMs: number;
  /** The part of the configuration that may be logged. */
  config: Readonly<Record<string, unknown>>;
  /** Default: none. */
  findStalled?: () => string[];
  tell: (sign: Sign) => Promise<void> | void;
  onFailure: (error: unknown) => void;
}): (() => Promise<void>) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const [name, run] = [`${hostname()}:${deps.port}`, randomUUID()];
  const config = toTexts(deps.config);
  let beats = 0;
  const say = async (type: Sign['type']): Promise<void> => {
    const isDue = beats % configEvery === 0;
    beats += 1;
    try {
      await deps.tell({
        type,
        name,
        run,
        version: deps.version,
        uptime_seconds: process.uptime(),
        stalled: deps.findStalled?.() ?? [],
        ...(isDue && { config }),
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
