import { createHash } from 'node:crypto';

/** How long things take at speed 1: from and to, in seconds. */
const paces = {
  finding: [60, 240],
  /** A courier who is found is given a tracking URL. */
  linking: [5, 20],
  toPickup: [300, 720],
  pickingUp: [60, 300],
  toDoor: [360, 1_080],
  handingOver: [30, 180],
  /** On the way to the pickup. */
  givingUp: [120, 300],
  /** For a courier, in vain. */
  searching: [600, 900],
  knocking: [180, 420],
  goingBack: [360, 1_080],
  /** Between reports that are sent together. */
  catchingUp: [1, 5],
  /** The delay of a repeated or late report after the one before it. */
  echoing: [1, 4],
} as const;
export type Pace = keyof typeof paces;

/**
 * A number in [0, 1) for each place of each seed. Hashed, not drawn one after the other: a step that is added to a plan
 * leaves the others as they were, and all scenarios of a seed have couriers of the same pace.
 */
const drawAt = (seed: string, place: string): number =>
  createHash('sha256').update(`${seed}\n${place}`).digest().readUInt32BE(0) / 2 ** 32;

/** Seconds at speed 1. `place`: which of the plan's steps it is. */
export const drawSeconds = (pace: Pace, seed: string, place: string): number => {
  const [from, to] = paces[pace];
  return from + (to - from) * drawAt(seed, place);
};
