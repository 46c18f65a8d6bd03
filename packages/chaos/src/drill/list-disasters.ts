import { brokerLost } from './broker.js';
import type { Disaster } from './disaster.js';
import { lostToArchive, lostToBackup } from './postgres.js';
import { regionLost } from './region.js';

const disasters: readonly Disaster[] = [lostToBackup, lostToArchive, brokerLost, regionLost];

/** The drills that `--only` names, several with commas; without it all. @throws Error for a name that none has */
export const selectDisasters = (only: string | undefined): readonly Disaster[] => {
  if (only === undefined) return disasters;
  return only.split(',').map((wanted) => {
    const found = disasters.find(({ name }) => name === wanted.trim());
    if (!found) throw new Error(`no drill is called ${wanted}: see --list`);
    return found;
  });
};
