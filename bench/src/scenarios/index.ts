import { cost } from './cost.js';
import { delivery } from './delivery.js';
import { everyday } from './everyday.js';
import { growth } from './growth.js';
import { idle } from './idle.js';
import { intake } from './intake.js';
import { isolation } from './isolation.js';
import { journey } from './journey.js';
import { life } from './life.js';
import { memory } from './memory.js';
import { neighbours } from './neighbours.js';
import { positions } from './positions.js';
import type { Scenario } from './scenario.js';
import { skew } from './skew.js';
import { years } from './years.js';

export const scenarios = {
  everyday,
  idle,
  intake,
  journey,
  delivery,
  growth,
  isolation,
  memory,
  neighbours,
  positions,
  skew,
  cost,
  life,
  years,
} satisfies Readonly<Record<string, Scenario>>;
