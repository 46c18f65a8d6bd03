import { delivery } from './delivery.js';
import { acceptOnly, intake } from './intake.js';
import { journey } from './journey.js';
import type { Scenario } from './scenario.js';

export const scenarios: Readonly<Record<string, Scenario>> = {
  intake,
  'accept-only': acceptOnly,
  journey,
  delivery,
};
