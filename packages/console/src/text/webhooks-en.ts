import type { SentRequest } from '@delivery/contracts';

const unknown: Readonly<Record<SentRequest['unknown'][number], string>> = {
  signature:
    'The signature: its secret was rotated out since, or was rotated minutes before it was sent, or the body was ' +
    'erased.',
  body: 'The body: the customer’s data has been erased from it since.',
  endpoint: 'The URL and the custom header: the endpoint was changed since, so the current ones are shown.',
  span: 'The middle part of traceparent, if tracing is on: the dispatcher chose it.',
};

export const requestsEn = {
  title: 'Request and response',
  lead: 'Requests are not stored. This one was rebuilt from what is still known.',
  none: 'Nothing was sent yet.',
  newest: 'The newest 100 attempts are shown.',
  head: 'URL and headers',
  fetched: 'fetched, not posted',
  body: 'Body',
  form: 'Form of the body',
  indented: 'Indented',
  raw: 'As sent',
  answer: 'Response',
  answerNone: 'No response body.',
  unknownTitle: 'No longer known',
  unknown,
  masked: 'Shown without possible customer data: the merchant’s own data, the tracking link and the text of a reason.',
  erased: 'Possible customer data was erased from it.',
  curl: 'Copy as curl',
  check: 'Check the signature',
  secret: 'Secret or public key of the endpoint',
  secretHint: 'whsec_… or whpk_… It is used in this page alone and is neither sent nor kept.',
  checkNow: 'Check',
  verdict: {
    valid: 'This request was signed with it.',
    invalid: 'This request was not signed with it. Check that it is the endpoint’s, and has not been rotated since.',
    no_secret: 'A secret begins with whsec_, a public key with whpk_, and both go on in Base64. Copy it whole.',
    unavailable: 'This browser cannot check it. Open the page by its https address, in a current browser.',
  },
};

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Previews of actions. */
export const previewsEn = {
  counting: 'Counting what this would do …',
  webhooks: (count: number, text: string) => plural(count, 'one webhook', `${text} webhooks`),
  orders: (count: number, text: string) => plural(count, 'one order', `${text} orders`),
  moreThan: (words: string) => `more than ${words}`,
  sendsAgain: (webhooks: string, orders: string) => `Sends ${webhooks} of ${orders} again`,
  sends: (webhooks: string, orders: string) => `Sends ${webhooks} of ${orders}`,
  about: (time: string) => `, in about ${time}.`,
  noTime: '. It cannot be estimated how long that takes.',
  nothingAgain: 'There is nothing to send again in this range.',
  nothingChosen: 'None of these can be sent again now.',
  nothingHeld: 'Nothing is held. Webhooks are sent from now on.',
  running: 'A replay of this range is already running; no second one starts.',
  leftOut: (count: number, text: string) =>
    plural(
      count,
      'One more is left out: it is not settled, or is already being sent again.',
      `${text} more are left out: they are not settled, or are already being sent again.`,
    ),
  blocked_by: {
    disabled: (webhooks: string, url: string) =>
      `This includes ${webhooks} to ${url} that will be held: it is disabled.`,
    failing: (webhooks: string, url: string) => `This includes ${webhooks} to ${url}, which is failing now.`,
    fetched: (webhooks: string) => `This includes ${webhooks} for the merchant to fetch.`,
  },
  basis: (answer: string, rate: string) =>
    `Estimated from answers in ${answer}, so ${rate} a second, if every attempt succeeds and nothing else is sent.`,
  basisUnmeasured: (rate: string) => `Estimated at ${rate} a second, because it has not answered lately.`,
  stale: 'The preview is out of date, so nothing was done. Check the new numbers, then decide.',
};

export const selectionEn = {
  column: 'Select',
  allShown: 'Select all shown',
  chosen: (count: number, text: string) => plural(count, 'One selected', `${text} selected`),
};

/** Sending at once what waits for its next attempt. */
export const catchUpEn = {
  sendNow: 'Send now',
  sendNowTitle: 'Send this webhook now?',
  sendNowText: 'It is sent without waiting for its next attempt, after earlier webhooks of its order.',
  sendNowNotice: 'The webhook is being sent.',
  catchUp: 'Retry all now',
  catchUpTitle: 'Retry all waiting webhooks?',
  catchUpText: 'Failed webhooks are sent in order, without waiting for their next attempt.',
  catchUpNotice: 'All waiting webhooks are being sent.',
  nothingWaits: 'No webhook is waiting for this endpoint.',
};

export const chartEn = {
  table: 'As tables',
  time: 'Time',
  summary: (name: string, last: string, most: string) => `${name}: ${last} now, at most ${most}`,
  p50: 'median',
  p95: 'p95',
};

/** The traffic of an endpoint. Fetched webhooks are acknowledged, not answered. */
export const endpointDayEn = {
  title: 'Traffic',
  push: {
    none: 'No attempt has been counted yet in the last 24 hours.',
    share: (share: string, total: string, failed: string) =>
      `In the last 24 hours ${share} of ${total} attempts succeeded, ${failed} failed.`,
    times: (half: string, most: string) => `Half of the answers came within ${half}, 95% within ${most}.`,
    answers: 'Response time',
  },
  pull: {
    none: 'No fetch has been counted yet in the last 24 hours.',
    share: (share: string, total: string, failed: string) =>
      `In the last 24 hours ${share} of ${total} fetched webhooks were acknowledged, ${failed} were not.`,
    times: (half: string, most: string) => `Half were acknowledged within ${half} of the fetch, 95% within ${most}.`,
    succeeded: 'Acknowledged',
    failed: 'Not acknowledged',
    answers: 'From fetch to acknowledgement',
  },
  late: 'Updated every minute.',
};

/** An endpoint, minute by minute. */
export const endpointHistoryEn = {
  answers: 'Responses per minute',
  window: 'In flight',
  backlog: 'Backlog',
  answer: {
    '2xx': '2xx accepted',
    '3xx': '3xx redirect',
    '4xx': '4xx refused',
    '5xx': '5xx error',
    none: 'No answer',
  },
  size: 'limit',
  inFlight: 'now',
  waiting: 'Waiting',
  held: 'Held',
  perMinute: '/min',
};

/** Faults that a sandbox merchant asks for, and whether its receiver did what is right. */
export const faultEn = {
  kind: {
    wrong_signature: 'Wrong signature',
    stale_timestamp: 'Old timestamp',
    duplicate: 'The same twice',
    gap: 'Out of order',
    exhaust: 'Given up at once',
  },
  handled: 'passed',
  unhandled: 'failed',
  givenUp: 'given up',
  notGivenUp: 'not given up',
};
