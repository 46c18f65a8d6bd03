import type { CourierDeliverySummary } from '@delivery/contracts';
import type { Step } from '../../simulation/rules/plan-simulation.js';

/** Whether a report had the effect that its plan says; if not, another sender has moved the order. */
export const isAsPlanned = ({ effect, after }: Step, { status, stale }: CourierDeliverySummary): boolean =>
  status === after.status && (stale === true) === (effect === 'stale');
