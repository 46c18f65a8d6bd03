import type { Circle, Coverage } from '@delivery/contracts';
import { distanceM, type Place } from '../../orders/rules/tracking.js';

/** `areas`: `null`: everywhere. */
export type Served = { paused: boolean; areas: readonly Circle[] | null };

/** Whether one of the active systems of a merchant delivers to a door, to a hundred meters. Pure. */
export const coverageOf = (systems: readonly Served[], door: Place): Coverage => {
  if (systems.length === 0) return 'unknown';
  const near = systems.filter(
    ({ areas }) => areas === null || areas.some((area) => distanceM(area, door) <= area.radius_m),
  );
  if (near.length === 0) return 'none';
  return near.every(({ paused }) => paused) ? 'paused' : 'covered';
};
