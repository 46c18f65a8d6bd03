import { z } from 'zod';
import { createOutcomesSchema } from './create-outcomes.js';
import { instantSchema, merchantIdSchema, orderIdSchema } from './primitives.js';

/** Stable, machine-readable error codes and the HTTP status each is answered with. */
export const problemStatuses = {
  malformed_request: 400,
  malformed_json: 400,
  validation_failed: 400,
  invalid_parameter: 400,
  invalid_credentials: 401,
  merchant_disabled: 403,
  courier_system_disabled: 403,
  platform_disabled: 403,
  insufficient_scope: 403,
  wrong_kind_of_token: 403,
  read_only_session: 403,
  cross_site_request: 403,
  order_not_found: 404,
  endpoint_not_found: 404,
  delivery_not_found: 404,
  replay_not_found: 404,
  store_not_found: 404,
  position_not_found: 404,
  problem_not_found: 404,
  merchant_not_found: 404,
  owner_not_found: 404,
  courier_system_not_found: 404,
  platform_not_found: 404,
  token_not_found: 404,
  oauth_client_not_found: 404,
  person_not_found: 404,
  dead_letter_not_found: 404,
  set_aside_not_found: 404,
  erasure_not_found: 404,
  session_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  external_id_conflict: 409,
  invalid_state_transition: 409,
  too_late_to_change: 409,
  order_history_full: 409,
  delivery_taken: 409,
  delivery_not_accepted: 409,
  handover_required: 409,
  handover_not_set: 409,
  handover_locked: 409,
  problem_open: 409,
  problem_closed: 409,
  endpoint_url_taken: 409,
  reference_taken: 409,
  platform_name_taken: 409,
  public_url_not_set: 409,
  endpoint_limit_reached: 409,
  recipient_limit_reached: 409,
  endpoint_type_mismatch: 409,
  store_limit_reached: 409,
  merchant_limit_reached: 409,
  token_limit_reached: 409,
  last_token: 409,
  oauth_client_limit_reached: 409,
  person_exists: 409,
  person_limit_reached: 409,
  mail_not_configured: 409,
  secret_limit_reached: 409,
  replay_running: 409,
  delivery_not_replayable: 409,
  delivery_not_waiting: 409,
  endpoint_disabled: 409,
  preview_stale: 409,
  dead_letter_erased: 409,
  order_under_way: 409,
  order_purged: 410,
  cursor_expired: 410,
  portal_link_invalid: 410,
  customer_data_erased: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  payment_sum_mismatch: 422,
  payment_online_mismatch: 422,
  payment_offline_mismatch: 422,
  cash_must_be_offline: 422,
  cash_not_allowed: 422,
  invalid_change_for: 422,
  invalid_coordinates: 422,
  delivery_time_too_far: 422,
  webhook_url_refused: 422,
  handover_code_wrong: 422,
  not_served: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  temporarily_unavailable: 503,
} as const;
export type ProblemCode = keyof typeof problemStatuses;

export const fieldErrorSchema = z.object({
  pointer: z.string().describe('RFC 6901 JSON Pointer into the body; empty for the body itself.'),
  field: z.string(),
  code: z.string().describe('Stable and machine-readable.'),
  message: z.string().describe('What was expected.'),
});
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** The body of every error answer of every HTTP API. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('For people. Never repeats what was sent.'),
    instance: z.string(),
    code: z
      .string()
      .describe(
        'Stable and machine-readable: see the table of errors. More may come; treat an unknown one by `status`.',
      ),
    message: z.string().describe('Equal to `detail`.'),
    request_id: z.string().describe('Equal to the header `x-request-id`. Quote it to support.'),
    errors: z.array(fieldErrorSchema).optional().describe('Every faulty field at once.'),
    warnings: z
      .array(fieldErrorSchema)
      .optional()
      .describe('Only when a create is refused: fields that a person should check, as `validate` lists them.'),
    order_id: orderIdSchema.optional().describe('With `external_id_conflict`: the order that has this `external_id`.'),
    endpoint_id: z.uuid().optional().describe('With `endpoint_url_taken`: the endpoint that has this URL.'),
    merchant_id: merchantIdSchema.optional().describe('With `reference_taken`: the merchant that has this reference.'),
    platform_id: z.uuid().optional().describe('With `platform_name_taken`: the platform that has this name.'),
  })
  .describe('Problem details of RFC 9457. Decide by `code`.');

/** State that order-state keeps in memory while Postgres does not answer. */
const outageSchema = z.object({
  since: instantSchema.describe('When Postgres last answered, accurate to some seconds.'),
  creates: createOutcomesSchema
    .nullable()
    .describe('Creates at the replicas of intake-api that report to this process; `null` if none does.'),
});
export type Outage = z.infer<typeof outageSchema>;

export const operatorProblemSchema = problemSchema.extend({
  outage: outageSchema.optional().describe('Present while Postgres does not answer.'),
});
export type Problem = z.infer<typeof operatorProblemSchema>;

/** The object that conflicts with the request. */
export const problemIdsSchema = problemSchema.pick({
  order_id: true,
  endpoint_id: true,
  merchant_id: true,
  platform_id: true,
});
export type ProblemIds = z.infer<typeof problemIdsSchema>;
