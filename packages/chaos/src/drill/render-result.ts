import type { DrillResult } from './run-drill.js';

const faultMax = 12;

/** The counts of one drill, a line each. */
export const renderResult = (result: DrillResult): string[] => {
  const { disaster, accepted, restored, lostByDesign, broughtBack, sentTwice, faults } = result;
  const total = accepted.secured + accepted.atRisk + accepted.later;
  return [
    `${disaster.name}: ${disaster.summary}`,
    `    accepted        ${total} orders: ${accepted.secured} by the recovery point, ${accepted.atRisk} at risk, ${accepted.later} later`,
    `    restored        ${restored} orders`,
    `    lost by design  ${lostByDesign.orders} orders, ${lostByDesign.steps} steps of others`,
    `    sent again      ${broughtBack} of ${lostByDesign.orders} orders came back under their id`,
    `    sent twice      ${sentTwice.underTheSameId} webhooks under the same id, ${sentTwice.underANewId} events under a new id`,
    `    RPO ${seconds(result.rpoMs)}, RTO ${seconds(result.rtoMs)}; ${result.ordersAfter} orders afterwards`,
    `    ${faults.length === 0 ? 'balanced' : `DOES NOT BALANCE: ${faults.length} faults`}`,
    ...faults.slice(0, faultMax).map((fault) => `    ${fault}`),
  ];
};

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
