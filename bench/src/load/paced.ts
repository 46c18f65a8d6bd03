import { setTimeout as delay } from 'node:timers/promises';
import { nowMs } from './clock.js';

/** Open loop: begins `count` tasks evenly at `perSecond`, however long each takes. @returns when each began */
export const paced = async (count: number, perSecond: number, begin: (index: number) => void): Promise<number[]> => {
  const startMs = nowMs();
  const beganMs: number[] = [];
  while (beganMs.length < count) {
    const due = Math.min(count, Math.floor(((nowMs() - startMs) * perSecond) / 1_000) + 1);
    while (beganMs.length < due) {
      beganMs.push(nowMs());
      begin(beganMs.length - 1);
    }
    await delay(1);
  }
  return beganMs;
};
