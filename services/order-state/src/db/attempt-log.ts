import type { DeliveryAttempted } from '@delivery/contracts';
import { relation } from './relation.js';

export const attemptRows = relation<DeliveryAttempted>({
  delivery_id: ['uuid', (attempt) => attempt.delivery_id],
  generation: ['int', (attempt) => attempt.generation],
  attempt: ['int', (attempt) => attempt.attempt],
  at: ['timestamptz', (attempt) => Date.parse(attempt.occurred_at)],
  duration_ms: ['real', (attempt) => attempt.duration_ms],
  status_code: ['int', (attempt) => attempt.status_code],
  error_code: ['text', (attempt) => attempt.error_code],
  response_excerpt: ['text', (attempt) => attempt.response_excerpt],
});

/** Appends `reports` to the attempt log: the same one reported twice is one row. */
export const logAttemptsSql = `
        insert into delivery_attempts (${attemptRows.columns})
        select ${attemptRows.columns} from reports
        on conflict (delivery_id, generation) do nothing`;
