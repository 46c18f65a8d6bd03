import type { OrderState, SimulationPlan } from './plan-simulation.js';

/**
 * Finds how many of a plan's steps an order has behind it, from the order's state alone. No other memory is kept, so a
 * process that was killed goes on where the orders are.
 * @returns the index of the next step, the plan's length where there is none; `undefined` where the order's state is not
 * in its plan because another sender has moved it
 */
export const findNextStep = ({ start, steps }: SimulationPlan, order: OrderState): number | undefined => {
  const states = [start, ...steps.map(({ after }) => after)];
  // The first of equal states: a deliberate repeat is better sent once more than left out.
  const exact = states.findIndex(
    ({ status, trackingUrl }) => status === order.status && trackingUrl === order.trackingUrl,
  );
  if (exact >= 0) return exact;
  // Another sender set the tracking URL, or it was erased: leave it so, and go by the status.
  const sameStatus = states.findLastIndex(({ status }) => status === order.status);
  return sameStatus >= 0 ? sameStatus : undefined;
};
