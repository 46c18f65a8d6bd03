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
    size: 'At most',
    inFlight: 'Under way',
    waiting: 'Waiting',
    held: 'Held',
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
};
