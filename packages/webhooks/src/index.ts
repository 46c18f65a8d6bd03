/** The parts that posted and pulled webhooks share: headers, signatures, and the schedule of attempts. */
export {
  backoffMs,
  defaultSchedule,
  parseSchedule,
  retryDelayMaxMs,
  type RetrySchedule,
  retryScheduleSchema,
} from './schedule.js';
export { buildHeaders, buildHeadersAround, type SignedWebhook } from './build-headers.js';
export { createOpenSecrets, type OpenSecrets } from './sign.js';
