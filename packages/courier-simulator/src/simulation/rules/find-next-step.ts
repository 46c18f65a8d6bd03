import type { OrderState, SimulationPlan } from './plan-simulation.js';

/**
 * How many of a plan's steps an order has behind it, by what it looks like. Nothing else remembers it, so a process that
 * was killed goes on where the orders are.
 * @returns the index of the step to go on with, the plan's length where there is none; `undefined` where the order
 * is nowhere in its plan because somebody else moves it
 */
export const findNextStep = ({ start, steps }: SimulationPlan, order: OrderState): number | undefined => {
  const states = [start, ...steps.map(({ after }) => after)];
  // The first of equal ones: what was said on purpose a second time is rather said once more than left out.
  const exact = states.findIndex(
    ({ status, trackingUrl }) => status === order.status && trackingUrl === order.trackingUrl,
  );
  if (exact >= 0) return exact;
  // Somebody else set the tracking URL, or it was erased: theirs stays.
  const sameStatus = states.findLastIndex(({ status }) => status === order.status);
  return sameStatus >= 0 ? sameStatus : undefined;
};
