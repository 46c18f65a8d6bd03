/** The parts that posted and pulled webhooks share: headers, signatures, and the schedule of attempts. */
export { backoffMs } from './backoff.js';
export { buildHeaders, buildHeadersAround, type SignedWebhook } from './build-headers.js';
export { createOpenSecrets, type OpenSecrets } from './open-secrets.js';
export { defaultSchedule, parseSchedule, retryDelayMaxMs, type RetrySchedule } from './parse-schedule.js';
export { retryScheduleSchema } from './retry-schedule-schema.js';
