import { createHash, randomUUID } from 'node:crypto';
import {
  type OrderMessage,
  type ReportedOrder,
  type ReportStatus,
  reportStatusSchema,
  reportTrackingUrlSchema,
  schemaVersion,
  type StatusReported,
} from '@delivery/contracts';
import {
  type Answer,
  answerJson,
  type ApiRequest,
  type ApiRoute,
  fieldErrorAt,
  parseBody,
  ProblemError,
} from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { readTraceparent } from '@delivery/tracing';
import { readOrderId } from '../http/read-params.js';
import { whyNoOrder } from '../http/why-no-order.js';
import type { ApplyReport } from '../orders/apply-report.js';
import { isFarAhead } from '../orders/rules/explain-refusal.js';

export type ReportDeps = { applyMessage: ApplyReport; pool: Pool; now: () => number };

export const reportStatus =
  (deps: ReportDeps): ApiRoute['handle'] =>
  async (request) => {
    const { status, reason, ...seen } = parseBody(reportStatusSchema, request.body);
    const payload = { status, ...(reason ? { reason } : {}) };
    const type = 'status.reported';
    return apply(deps, request, { ...envelope(request, { type, payload, ...seen }), type, payload });
  };

export const reportTrackingUrl =
  (deps: ReportDeps): ApiRoute['handle'] =>
  async (request) => {
    const { tracking_url, ...seen } = parseBody(reportTrackingUrlSchema, request.body);
    const payload = { tracking_url };
    const type = 'tracking_url.reported';
    return apply(deps, request, { ...envelope(request, { type, payload, ...seen }), type, payload });
  };

type Report = Pick<ReportStatus, 'occurred_at' | 'source'> & { type: OrderMessage['type']; payload: object };

type Envelope = Omit<StatusReported, 'type' | 'payload'>;

/** Whose clock tells the time of a report that names no source: all who call this API without one count as one system. */
const defaultSource = 'operator-api';

const envelope = (request: ApiRequest, report: Report): Envelope => ({
  id: messageIdOf(request, report),
  schema_version: schemaVersion,
  ...(report.occurred_at ? { occurred_at: report.occurred_at } : {}),
  source: report.source ?? defaultSource,
  order_id: readOrderId(request),
});

/**
 * A report repeated under its Idempotency-Key is one message, which is decided once. What it says is part of the id: a
 * key used for another report by mistake must not swallow it.
 */
const messageIdOf = (request: ApiRequest, { type, occurred_at, source, payload }: Report): string => {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return randomUUID();
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new ProblemError('invalid_parameter', 'Idempotency-Key: expected 1 to 255 visible ASCII characters.');
  }
  const said = [request.params['order_id'], key, type, occurred_at ?? null, payload, ...(source ? [source] : [])];
  return `op-${createHash('sha256').update(JSON.stringify(said)).digest('hex')}`;
};

const apply = async (deps: ReportDeps, request: ApiRequest, message: OrderMessage): Promise<Answer> => {
  if (isFarAhead(message.occurred_at, deps.now())) {
    const error = fieldErrorAt('/occurred_at', 'invalid_value', 'Expected a time of at most a day from now.');
    throw new ProblemError('validation_failed', 'The body has 1 fault: see errors.', { errors: [error] });
  }
  const verdict = await deps.applyMessage(message, readTraceparent(request.headers['traceparent']));
  const orderId = readOrderId(request);
  if (!verdict) throw await whyNoOrder(deps.pool, orderId);
  const { outcome, code, detail, order } = verdict;
  if (outcome === 'refused' && code === 'invalid_state_transition') {
    throw new ProblemError('invalid_state_transition', detail ?? 'The order cannot take this status now.');
  }
  if (outcome === 'refused' || outcome === 'parked' || order === null) throw await whyNoOrder(deps.pool, orderId);
  const answer: ReportedOrder = code === 'stale_report' ? { ...order, stale: true } : order;
  return answerJson(200, answer);
};
