export const chartEn = {
  table: 'As a table',
  time: 'Time',
  summary: (name: string, last: string, most: string) => `${name}: ${last} now, at most ${most}`,
  p50: 'Half within',
  p95: '95% within',
};

/** Of an endpoint. What is fetched from it is acknowledged, not answered. */
export const endpointDayEn = {
  title: 'How it went',
  push: {
    none: 'No attempt has been counted yet in the last 24 hours.',
    share: (share: string, total: string, failed: string) =>
      `In the last 24 hours ${share} of ${total} attempts succeeded, ${failed} failed.`,
    times: (half: string, most: string) => `Half of the answers came within ${half}, 95% within ${most}.`,
    outcomes: 'Attempts by hour',
    succeeded: 'Succeeded',
    failed: 'Failed',
    answers: 'Time to answer',
  },
  pull: {
    none: 'No fetch has been counted yet in the last 24 hours.',
    share: (share: string, total: string, failed: string) =>
      `In the last 24 hours ${share} of ${total} fetched webhooks were acknowledged, ${failed} were not.`,
    times: (half: string, most: string) => `Half were acknowledged within ${half} of the fetch, 95% within ${most}.`,
    outcomes: 'Fetched webhooks by hour',
    succeeded: 'Acknowledged',
    failed: 'Not acknowledged',
    answers: 'From fetch to acknowledgement',
  },
  late: 'Counted once a minute, so the newest minute is missing.',
};
