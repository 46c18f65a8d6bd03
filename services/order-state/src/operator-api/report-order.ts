import { createHash, randomUUID } from 'node:crypto';
import {
  reportStatusSchema,
  reportTrackingUrlSchema,
  schemaVersion,
  type OrderMessage,
  type StatusReported,
  type TrackingUrlReported,
} from '@delivery/contracts';
import { ProblemError } from '@delivery/service-kit';
import { answerJson, type ApiAnswer, type ApiRequest, type ApiRoute } from '../http/api-route.js';
import { parseBody } from '../http/parse-input.js';
import { orderNotFound, readOrderId } from '../http/read-params.js';
import type { ApplyReport } from './apply-report.js';

export type ReportDeps = {
  now: () => number;
  applyMessage: ApplyReport;
};

export const reportStatus =
  (deps: ReportDeps): ApiRoute['handle'] =>
  async (request) => {
    const { status, reason, occurred_at } = parseBody(reportStatusSchema, request.body);
    const payload = { status, ...(reason ? { reason } : {}) };
    const message: StatusReported = {
      ...envelope(deps, request, { type: 'status.reported', occurredAt: occurred_at ?? null, payload }),
      type: 'status.reported',
      payload,
    };
    return apply(deps, request, message);
  };

export const reportTrackingUrl =
  (deps: ReportDeps): ApiRoute['handle'] =>
  async (request) => {
    const { tracking_url, occurred_at } = parseBody(reportTrackingUrlSchema, request.body);
    const payload = { tracking_url };
    const message: TrackingUrlReported = {
      ...envelope(deps, request, { type: 'tracking_url.reported', occurredAt: occurred_at ?? null, payload }),
      type: 'tracking_url.reported',
      payload,
    };
    return apply(deps, request, message);
  };

type Report = { type: OrderMessage['type']; occurredAt: string | null; payload: object };

type Envelope = Pick<StatusReported, 'id' | 'schema_version' | 'occurred_at' | 'order_id'>;

const envelope = (deps: ReportDeps, request: ApiRequest, report: Report): Envelope => ({
  id: messageIdOf(request, report),
  schema_version: schemaVersion,
  occurred_at: report.occurredAt ?? new Date(deps.now()).toISOString(),
  order_id: readOrderId(request),
});

/**
 * A report repeated under its Idempotency-Key is one message, which is decided once. What it says is part of the id: a
 * key used for another report by mistake must not swallow it.
 */
const messageIdOf = (request: ApiRequest, report: Report): string => {
  const key = request.idempotencyKey;
  if (key === undefined) return randomUUID();
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new ProblemError('invalid_parameter', 'Idempotency-Key: expected 1 to 255 visible ASCII characters.');
  }
  const said = JSON.stringify([request.params['order_id'], key, report.type, report.occurredAt, report.payload]);
  return `op-${createHash('sha256').update(said).digest('hex')}`;
};

const apply = async (deps: ReportDeps, request: ApiRequest, message: OrderMessage): Promise<ApiAnswer> => {
  const verdict = await deps.applyMessage(message, request.traceparent);
  if (!verdict) throw orderNotFound();
  const { outcome, code, detail, order } = verdict;
  if (outcome === 'refused' && code === 'invalid_state_transition') {
    throw new ProblemError('invalid_state_transition', detail ?? 'The order cannot take this status now.');
  }
  if (outcome === 'refused' || outcome === 'parked' || order === null) throw orderNotFound();
  return answerJson(200, order);
};
