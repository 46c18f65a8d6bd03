import type { OutsideWorld } from '../load/outside-world.js';
import type { Row } from '../report/row.js';

export type Settings = {
  world: OutsideWorld;
  pairs: number;
  /** A second and a few hundred orders each: shows that everything runs, and nothing about speed. */
  quick: boolean;
  /** How many settled deliveries `years` begins with; default: as many as that scenario says. */
  deliveries?: number;
  /** How long `everyday` sends at each rate; default: as long as that scenario says. */
  seconds?: number;
  /** Events a second at which `everyday` measures product and floor, and nothing else. */
  rates?: readonly number[];
  /** Reports progress to the person who runs the bench. */
  log: (line: string) => void;
};

export type Scenario = (settings: Settings) => Promise<Row[]>;
