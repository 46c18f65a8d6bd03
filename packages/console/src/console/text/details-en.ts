import type { SentRequest } from '@delivery/contracts';

type Unknown = SentRequest['unknown'][number];

const unknown: Readonly<Record<Unknown, string>> = {
  signature: 'The signature: a secret that signed is gone, or was being rotated at that time, or the body was erased.',
  body: 'The body: the customer’s data was erased from it since.',
  endpoint: 'The address and the header of its own: the endpoint was changed since, and these are the ones of now.',
  span: 'The middle part of traceparent, where tracing is on: it was the sender’s own.',
};

/** As the API calls them. */
const endpointSettings: Readonly<Record<string, string>> = {
  url: 'address',
  events: 'events',
  header: 'own header',
  max_per_second: 'pace',
};

export const detailsEn = {
  endpointSettings,
  endpointHistory: {
    title: 'How it went',
    answers: 'What came back, each minute',
    window: 'Sent at once',
    backlog: 'Webhooks that wait',
    answer: { '2xx': '2xx yes', '3xx': '3xx moved', '4xx': '4xx refused', '5xx': '5xx broken', none: 'No answer' },
    pulled: { '2xx': 'Acknowledged', none: 'Not acknowledged' },
    size: 'At most',
    inFlight: 'Under way',
    waiting: 'Waiting',
    held: 'Held',
    late: 'Counted once a minute, so the newest minute is still to come.',
    lastError: 'Last error in 24 hours',
    lastErrorNone: 'None',
    lastErrorSoon: 'Not counted yet',
    perMinute: '/min',
  },
  endpointFacts: {
    whole: 'Address in full',
    secret: 'Secret',
    secretOld: 'older than the log',
    older: 'An older secret signs too, until',
    header: 'Header of its own',
    headerNone: 'None',
    pace: 'Pace',
    paceValue: (count: string) => `${count} a second`,
    paceNone: 'As it answers',
    fault: 'Fault asked for',
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
    lead: 'Not kept, but built again by what sent it.',
    none: 'Nothing was sent yet.',
    which: 'Attempt',
    choice: (attempt: string, at: string) => `${attempt}, ${at}`,
    newest: 'The newest 100 attempts are shown.',
    head: 'Address and headers',
    fetched: 'fetched by the merchant',
    body: 'Body',
    answer: 'What came back',
    answerNone: 'No answer, or nothing in it.',
    unknownTitle: 'What nobody can tell any more',
    unknown,
    masked: 'Without what may be the customer’s: what the merchant added, tracking link, words of a reason.',
    erased: 'What may have been the customer’s was erased from it.',
  },
  customer: {
    title: 'Customer',
    hidden: 'Name, phone, address and items are hidden.',
    logged: 'Who looks is written down.',
    notAllowed: 'This token may not see customers’ data.',
    show: 'Show customer’s data',
    hide: 'Hide customer’s data',
    name: 'Name',
    phone: 'Phone',
    address: 'Address',
    items: 'Items',
    item: (quantity: string, description: string) => `${quantity} × ${description}`,
    added: 'Added by the merchant',
    erased: 'Erased',
  },
};
