import { cost } from './cost.js';
import { delivery } from './delivery.js';
import { everyday } from './everyday.js';
import { growth } from './growth.js';
import { idle } from './idle.js';
import { acceptOnly, intake } from './intake.js';
import { isolation } from './isolation.js';
import { journey } from './journey.js';
import { life } from './life.js';
import { memory } from './memory.js';
import { neighbours } from './neighbours.js';
import { positions } from './positions.js';
import { pull } from './pull.js';
import { replicas } from './replicas.js';
import type { Scenario } from './scenario.js';
import { start } from './start.js';
import { years } from './years.js';

export const scenarios = {
  everyday,
  idle,
  intake,
  'accept-only': acceptOnly,
  journey,
  delivery,
  growth,
  isolation,
  memory,
  neighbours,
  pull,
  positions,
  cost,
  life,
  years,
  start,
  replicas,
} satisfies Readonly<Record<string, Scenario>>;
