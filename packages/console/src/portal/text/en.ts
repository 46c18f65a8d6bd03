import { lanesEn } from '../../text/lanes-en.js';
import { sharedEn } from '../../text/shared-en.js';
import { endpointsEn } from './endpoints-en.js';
import { sandboxEn } from './sandbox-en.js';
import { settingsEn } from './settings-en.js';

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);
const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);
const inTime = (left: string | undefined): string => (left === undefined ? 'any moment now' : `in ${left}`);

/** To the merchant its own server is “yours”. */
const orders = {
  ...lanesEn,
  lead: 'Newest first. Changes appear by themselves.',
  listTitle: 'Orders',
  none: 'No order yet',
  noneText: 'Orders that your system sends appear here at once.',
  noneFiltered: 'No order has this status',
  noneLate: 'No order is late',
  filter: 'Status',
  late: 'Late',
  changed: 'Changed',
  answered: (code: number, count: number) => `your server answered ${code} ${times(count)}`,
  pull: 'Fetched by your till',
  stageHint: { ...lanesEn.stageHint, answered: 'Your server' },
  wait: {
    ...lanesEn.wait,
    probe: (left: string | undefined) =>
      `your server does not answer, so one webhook at a time is tried, next ${inTime(left)}`,
    pace: (left: string | undefined) => `your limit per second lets the next one go ${inTime(left)}`,
    answer: 'sent; waiting for your server’s answer',
    fetch: 'your till has not fetched it yet',
  },
};

export const en = {
  ...sharedEn,
  product: 'Delivery portal',
  guide: { name: 'Guide', href: '../docs/guide' },
  nav: { home: 'Overview', orders: 'Orders', endpoints: 'Endpoints', deliveries: 'Webhooks', replays: 'Replays' },
  signIn: {
    ...sharedEn.signIn,
    lead: 'See your orders, where each webhook is, and why it waits.',
    key: 'Key',
    keyHint: 'Of your platform: key_…',
    token: 'Token',
    tokenHint: 'Of this merchant: tok_… Neither is stored in this browser.',
    refused: 'The key or the token is wrong, or the merchant is not active.',
    linkFailed: 'This link was used already or is older than 15 minutes. Ask its sender for a new one.',
  },
  failed: {
    ...sharedEn.failed,
    noPermission: 'The service does not allow this. The merchant may be disabled: ask your platform.',
  },
  readOnlyHint: 'The link that you opened is for looking: nothing can be changed with it.',
  sandbox: 'Sandbox',
  sandboxHint: 'For testing: couriers are simulated and no order is real.',
  conditionWords: {
    ...sharedEn.conditionWords,
    ok: 'Your server answers. Webhooks go out as they come.',
    paced: 'More webhooks are due than your limit per second allows: the rest wait their turn.',
    not_fetching: 'Your till does not fetch, so its webhooks wait. Check that it is on and has a network.',
  },
  deliveryStateHint: {
    ...sharedEn.deliveryStateHint,
    in_flight: 'On its way to your server.',
    delivered: 'Your server accepted it.',
  },
  preview: {
    ...sharedEn.preview,
    blocked_by: {
      ...sharedEn.preview.blocked_by,
      fetched: (webhooks: string) => `Of these, ${webhooks} wait until your till fetches them.`,
    },
  },
  requests: { ...sharedEn.requests, fetched: 'fetched by your till' },
  orders,
  endpoints: endpointsEn,
  settings: settingsEn,
  courier: sandboxEn,
  home: {
    title: 'Overview',
    calm: 'All is well',
    calmText: 'Orders come in and webhooks reach you. Nothing waits for you.',
    concerns: (count: number) => plural(count, 'One thing needs your attention', `${count} things need your attention`),
    concern: {
      breaker_open: (url: string, waiting: string) =>
        waiting === '0' ? `${url} does not answer.` : `${url} does not answer: ${waiting} webhooks wait.`,
      not_fetching: (url: string, waiting: string) => `${url} does not fetch: ${waiting} webhooks wait.`,
      failing: (url: string, waiting: string) =>
        `${url} refuses its webhooks.${waiting === '0' ? '' : ` Waiting for another try: ${waiting}.`}`,
      disabled: (url: string, waiting: string) => `${url} is disabled: ${waiting} webhooks are held.`,
      exhausted: (count: string) => `Webhooks given up in the last 24 hours: ${count}. A replay sends them again.`,
      late_orders: (count: string) => `Orders that are late: ${count}.`,
      untried: (url: string) => `Nothing was sent to ${url} yet: a test shows whether it works.`,
      no_endpoint: 'No endpoint yet: you receive no webhooks about your orders.',
    },
    orders: 'Orders of the last 24 hours',
    webhooks: 'Webhooks of the last 24 hours',
    truncated: 'The newest 10,000 were counted.',
    noOrders: 'No order in the last 24 hours.',
    noWebhooks: 'No webhook in the last 24 hours.',
    endpoints: 'Endpoints',
    newest: 'Newest orders',
    all: 'All orders',
  },
  deliveries: {
    ...sharedEn.deliveries,
    title: 'Webhooks',
    lead: 'What was sent to you, newest first, with every attempt.',
    response: 'Answer of your server',
    again: 'Send again',
    againTitle: 'Send this webhook again?',
    againText: 'It is sent with the same webhook-id. Live webhooks do not wait for it.',
    againNotice: 'It is being sent again.',
  },
  replays: {
    ...sharedEn.replays,
    titleOfList: 'Replays',
    lead: 'Webhooks of a time range, sent again. Newest first.',
  },
  zoneForAll: {
    open: 'Zone for all of us',
    title: 'Time zone for all of us',
    text: 'Everyone who opens this portal sees times in it, and mails tell times in it. On your own device you can still choose another.',
    saved: 'Saved for all of you.',
  },
  switching: {
    link: 'Switch merchant',
    title: 'Merchants',
    lead: 'Those of your platform, the worst first. The one that you open takes this one’s place, in all tabs.',
    none: 'No such merchant',
    name: 'Merchant',
    webhooks: 'Webhooks',
    waiting: 'Waiting',
    reference: 'Reference',
    disabled: 'Disabled',
    here: 'Open now',
    noEndpoint: 'No endpoint',
  },
  search: {
    ...sharedEn.search,
    label: 'Find an order or endpoint',
    lead: 'An order by its number, its ID, your external ID, a webhook-id or its customer’s phone; an endpoint by its ID or a part of its address.',
    ask: 'Type a number, an ID, a phone or an address, and press Enter.',
    none: (q: string) => `Nothing of yours matches “${q}”`,
    noneText: 'Enter whole numbers and IDs. Of a phone the last four digits are enough.',
    purgedText: 'It had been inactive for longer than orders are kept. Its external ID stays taken.',
  },
};

/** Every text of the portal, in each language: one that is missing does not compile. */
export type Dictionary = typeof en;
