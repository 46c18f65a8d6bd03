/** The parts that posted and pulled webhooks share: headers and signatures. */
export { buildHeaders, buildHeadersAround, type SignedWebhook } from './build-headers.js';
export { createOpenSecrets, type OpenSecrets } from './sign.js';
