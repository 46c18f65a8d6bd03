import { randomUUID } from 'node:crypto';
import {
  advanceSandboxOrderSchema,
  type OrderStatus,
  type Reason,
  type SandboxOrder,
  schemaVersion,
  simulatedSourcePrefix,
  type StatusReported,
} from '@delivery/contracts';
import { answerJson, type HandlerOf, parseBody, ProblemError } from '@delivery/http-edge';
import type { Pool, RowOf } from '@delivery/postgres';
import { readTraceparent } from '@delivery/tracing';
import type { ApplyReport } from '../orders/apply-report.js';
import { readSandboxOrder, type SandboxOrderView, switchToManual } from '../orders/queries/sandbox.js';
import { canTransition } from '../orders/rules/order.js';
import { describeRefusal } from '../orders/rules/outcomes.js';
import { nextOf } from '../orders/rules/sandbox-way.js';
import { ownOrderMissingProblem, readMerchantId, readOrderId } from '../shared-api/read-params.js';

export type SandboxOrderDeps = { pool: Pool; now: () => number; applyMessage: ApplyReport };

export const viewSandboxOrder: HandlerOf<Pick<SandboxOrderDeps, 'pool'>> = (deps) => async (request) =>
  answerJson(200, toView(await readOwn(deps.pool, readMerchantId(request), readOrderId(request))));

/**
 * A courier's report in the merchant's words: it goes the way of every report, and couriers leave the order alone
 * before it is made. A step that may not come is refused before anything changes.
 */
export const advanceSandboxOrder: HandlerOf<SandboxOrderDeps> = (deps) => async (request) => {
  const [merchantId, orderId] = [readMerchantId(request), readOrderId(request)];
  const { to, reason } = parseBody(advanceSandboxOrderSchema, request.body);
  const before = await readOwn(deps.pool, merchantId, orderId);
  const status = to ?? toView(before).next.advance;
  if (!status || (status !== before.status && !canTransition(before.status, status)))
    throw refuse(before.status, status);
  await switchToManual(deps.pool, orderId, new Date(deps.now()));
  const report = reportOf(orderId, status, reason ?? undefined);
  const verdict = await deps.applyMessage(report, readTraceparent(request.headers['traceparent']));
  if (!verdict?.order) throw await ownOrderMissingProblem(deps.pool, merchantId, orderId);
  if (verdict.code === 'order_history_full')
    throw new ProblemError(verdict.code, verdict.detail ?? 'The order has the maximum number of events.');
  // Another report was faster.
  if (verdict.outcome === 'refused') throw refuse(verdict.order.status, status);
  return answerJson(200, toView(await readOwn(deps.pool, merchantId, orderId)));
};

/** The source of these reports, which carry no time: their order of arrival counts. */
const source = `${simulatedSourcePrefix}by-hand`;

const reportOf = (orderId: string, status: OrderStatus, reason: Reason | undefined): StatusReported => ({
  id: randomUUID(),
  schema_version: schemaVersion,
  type: 'status.reported',
  source,
  order_id: orderId,
  payload: { status, ...(reason ? { reason } : {}) },
});

const readOwn = async (pool: Pool, merchantId: string, orderId: string): Promise<SandboxOrderView> => {
  const row = await readSandboxOrder(pool, merchantId, orderId);
  if (!row) throw await ownOrderMissingProblem(pool, merchantId, orderId);
  return row;
};

const refuse = (from: OrderStatus, to: OrderStatus | null): ProblemError => {
  const detail = to === null ? `An order that is ${from} is final.` : describeRefusal(from, to);
  return new ProblemError('invalid_state_transition', detail);
};

const toView = ({ taken, ...row }: SandboxOrderView): RowOf<SandboxOrder> => ({
  ...row,
  next: nextOf(row.status, row.scenario, taken),
});
