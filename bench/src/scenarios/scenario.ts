import type { OutsideWorld } from '../load/outside-world.js';
import type { Row } from '../report/row.js';

export type Settings = {
  world: OutsideWorld;
  pairs: number;
  /** A second and a few hundred orders each: shows that everything runs, and nothing about speed. */
  quick: boolean;
};

export type Scenario = (settings: Settings) => Promise<Row[]>;
