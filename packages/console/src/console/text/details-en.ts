import type { SentRequest } from '@delivery/contracts';

type Unknown = SentRequest['unknown'][number];

const unknown: Readonly<Record<Unknown, string>> = {
  signature: 'The signature: the secret that signed it was removed or was being rotated, or the body was erased.',
  body: 'The body: the customer’s data has been erased from it since.',
  endpoint: 'The address and the own header: the endpoint was changed since, so the current ones are shown.',
  span: 'The middle part of traceparent, if tracing is on: the dispatcher chose it.',
};

/** As the API calls them. */
const endpointSettings: Readonly<Record<string, string>> = {
  url: 'address',
  events: 'events',
  header: 'own header',
  max_per_second: 'pace',
  name: 'name',
};

export const detailsEn = {
  endpointSettings,
  endpointHistory: {
    title: 'How it went',
    answers: 'What came back, each minute',
    window: 'Sent at once',
    backlog: 'Webhooks that wait',
    answer: {
      '2xx': '2xx accepted',
      '3xx': '3xx redirect',
      '4xx': '4xx refused',
      '5xx': '5xx error',
      none: 'No answer',
    },
    pulled: { '2xx': 'Acknowledged', none: 'Not acknowledged' },
    size: 'At most',
    inFlight: 'Under way',
    waiting: 'Waiting',
    held: 'Held',
    late: 'Counted once a minute, so the newest minute is missing.',
    lastError: 'Last error in 24 hours',
    lastErrorNone: 'None',
    lastErrorSoon: 'Not counted yet',
    perMinute: '/min',
  },
  endpointFacts: {
    whole: 'Address in full',
    secret: 'Secret',
    secretOld: 'older than the log',
    older: 'The previous secret also signs until',
    header: 'Own header',
    headerNone: 'None',
    pace: 'Pace',
    paceValue: (count: string) => `${count} a second`,
    paceNone: 'No limit',
    fault: 'Requested fault',
    lastFault: 'Last fault',
    faultKind: {
      wrong_signature: 'Wrong signature',
      stale_timestamp: 'Old timestamp',
      duplicate: 'Sent twice',
      gap: 'One left out',
      exhaust: 'Given up at once',
    },
    handled: 'handled well',
    notHandled: 'not handled',
  },
  requests: {
    title: 'Request and answer',
    lead: 'Requests are not stored. This one was rebuilt from what is still known.',
    none: 'Nothing was sent yet.',
    which: 'Attempt',
    choice: (attempt: string, at: string) => `${attempt}, ${at}`,
    newest: 'The newest 100 attempts are shown.',
    head: 'Address and headers',
    fetched: 'fetched by the merchant',
    body: 'Body',
    answer: 'What came back',
    answerNone: 'No answer, or nothing in it.',
    unknownTitle: 'What is no longer known',
    unknown,
    masked:
      'Shown without possible customer data: the merchant’s own data, the tracking link and the text of a reason.',
    erased: 'Possible customer data was erased from it.',
  },
};
