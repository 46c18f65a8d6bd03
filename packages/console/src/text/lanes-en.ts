const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);
const inTime = (left: string | undefined): string => (left === undefined ? 'any moment now' : `in ${left}`);

/** Codes that may grow in number: one that is not known here is shown as it is. */
type Open = Readonly<Record<string, string>>;

const command: Open = {
  'order.submitted': 'Order placed',
  'order.ready_requested': 'Marked ready',
  'order.cancel_requested': 'Cancellation requested',
  'order.change_requested': 'Change requested',
  'status.reported': 'Courier reported a status',
  'tracking_url.reported': 'Courier sent a tracking link',
};

export const lanesEn = {
  title: 'Order',
  id: 'ID',
  externalId: 'External ID',
  displayId: 'Number',
  merchant: 'Merchant',
  created: 'Placed',
  status: {
    created: 'Created',
    ready: 'Ready',
    on_route_to_pickup: 'On the way to pick-up',
    at_pickup: 'At pick-up',
    on_route_to_delivery: 'On the way to the customer',
    at_delivery: 'At the customer',
    delivery_failed: 'Delivery failed',
    delivered: 'Delivered',
    returned: 'Returned',
    canceled: 'Canceled',
  },
  statusColumn: 'Status',
  nothing: 'No webhooks: no endpoint subscribes to these events.',
  allDelivered: (count: number): string =>
    count === 1 ? 'The webhook was delivered.' : 'All webhooks were delivered.',
  lost: (exhausted: number, skipped: number) =>
    [
      exhausted > 0 && `${exhausted} ${exhausted === 1 ? 'webhook was' : 'webhooks were'} given up: every try failed`,
      skipped > 0 && `${skipped} skipped, because the endpoint was deleted`,
    ]
      .filter(Boolean)
      .join('; ')
      .concat('.'),
  waits: (sequence: number, last: number, parts: string) => `Webhook ${sequence} of ${last} waits: ${parts}.`,
  others: (count: number) => (count === 1 ? 'One more endpoint waits too.' : `${count} more endpoints wait too.`),
  answered: (code: number, count: number) => `the merchant’s server answered ${code} ${times(count)}`,
  failed: (what: string, count: number) => `the try failed ${times(count)} (${what})`,
  wait: {
    predecessor: (sequence: number | null) => `waits for no. ${sequence ?? '?'}`,
    retry: (left: string | undefined) => `next try ${inTime(left)}`,
    deleted: 'the endpoint was deleted, so this webhook is about to be skipped',
    held: (reason: string | undefined) => `held: the endpoint is disabled${reason === undefined ? '' : ` (${reason})`}`,
    probe: (left: string | undefined) =>
      `the server does not answer, so one webhook at a time is tried, next ${inTime(left)}`,
    pace: (left: string | undefined) => `the merchant’s limit per second lets the next one go ${inTime(left)}`,
    ack: (left: string | undefined) =>
      `fetched and not acknowledged yet; it may be fetched again ${left === undefined ? 'now' : inTime(left)}`,
    window: 'as many webhooks as this endpoint can take are under way',
    release: 'about to go out',
    publish: 'released; our queue has not confirmed it yet',
    answer: 'sent; waiting for the server’s answer',
    fetch: 'the merchant has not fetched it yet',
  },
  lanes: 'What happened, and where each webhook is',
  asked: 'Command',
  event: 'Event',
  when: 'When',
  number: (sequence: number) => `no. ${sequence}`,
  command,
  outcome: { applied: 'Done', unchanged: 'No change', refused: 'Refused', parked: 'Postponed' },
  again: 'Sent again by a replay',
  blocks: (count: number) =>
    count === 1 ? 'Blocks this lane: one waits for it' : `Blocks this lane: ${count} wait for it`,
  earlier: (count: number) => (count === 1 ? 'One earlier attempt' : `${count} earlier attempts`),
  attempt: (number: number) => `Attempt ${number}`,
  earlierRows: (count: string) => `Show ${count} earlier`,
  time: 'Where the time went',
  show: 'Time of this webhook',
  timeOf: (sequence: number, url: string) => `No. ${sequence} to ${url}`,
  total: 'Total',
  totalSoFar: 'Total so far',
  share: 'Share',
  took: 'Took',
  step: 'Step',
  meaning: 'What it is',
  slowest: (stage: string, took: string, total: string) => `Slowest: ${stage}, ${took} of ${total}.`,
  instant: 'No step took as long as a millisecond.',
  stage: {
    applied: 'Received → applied',
    released: 'Applied → released',
    posted: 'Released → posted',
    answered: 'Posted → answered',
    settled: 'Answered → settled',
    waited: 'Waiting since',
  },
  stageHint: {
    applied: 'In the orders queue, until it was applied',
    released: 'Until its turn came, with the attempts before the last one',
    posted: 'In the webhooks queue, or until it was fetched',
    answered: 'The merchant’s server',
    settled: 'Until the answer was recorded',
    waited: 'Not settled yet',
  },
  truncated: 'There is more than this page shows: the newest entries are left out.',
  pull: 'Fetched by the merchant',
  replay: 'Send again',
};
