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
  lead: 'Newest first. What changes shows by itself.',
  listTitle: 'Orders',
  none: 'No order yet',
  noneText: 'Orders that your system sends show here at once.',
  noneFiltered: 'No order has this status',
  filter: 'Status',
  changed: 'Changed',
  answered: (code: number, count: number) => `your server answered ${code} ${times(count)}`,
  pull: 'Fetched by your till',
  stageHint: { ...lanesEn.stageHint, answered: 'Your server' },
  wait: {
    ...lanesEn.wait,
    probe: (left: string | undefined) =>
      `your server does not answer, so one webhook at a time is tried, next ${inTime(left)}`,
    pace: (left: string | undefined) => `the pace that you chose lets the next one go ${inTime(left)}`,
    answer: 'being sent; your server’s answer is awaited',
    fetch: 'your till has not fetched it yet',
  },
};

export const en = {
  ...sharedEn,
  product: 'Delivery portal',
  nav: { home: 'Overview', orders: 'Orders', endpoints: 'Endpoints', deliveries: 'Webhooks', replays: 'Replays' },
  signIn: {
    title: 'Sign in',
    lead: 'Your orders, where each webhook is, and why one waits.',
    key: 'Key',
    keyHint: 'Of your platform: key_…',
    token: 'Token',
    tokenHint: 'Of this merchant: tok_… Neither is kept in this browser.',
    submit: 'Sign in',
    busy: 'Signing in …',
    refused: 'These are not the key and token of an active merchant.',
    tooMany: 'Too many tries from this address. Wait a minute.',
    away: 'The service does not answer. Try again in a moment.',
    ended: 'Your session has ended. Sign in again: what you had typed is still there.',
  },
  failed: {
    ...sharedEn.failed,
    noPermission: 'The service refuses this. The merchant may be disabled: ask your platform.',
  },
  sandbox: 'Sandbox',
  sandboxHint: 'For trying things out: couriers are simulated, and nobody is hungry.',
  conditionWords: {
    ok: 'Your server answers. Webhooks go out as they come.',
    failing: 'It answers, and refuses what it is sent. Each webhook is tried again later.',
    paced: 'More comes than the pace that you chose lets through: the rest waits its turn.',
    narrowed: 'It did not answer lately, so fewer webhooks are sent at once.',
    breaker_open: 'It does not answer. One webhook at a time is tried until one gets through; the rest wait.',
    disabled: 'Nothing is sent. Webhooks are kept and go out in order once it is enabled.',
  },
  deliveryStateHint: {
    ...sharedEn.deliveryStateHint,
    in_flight: 'On its way to your server.',
    delivered: 'Your server said yes.',
  },
  preview: {
    ...sharedEn.preview,
    blocked_by: {
      ...sharedEn.preview.blocked_by,
      fetched: (webhooks: string) => `Of these, ${webhooks} wait until your till fetches them.`,
    },
  },
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
      breaker_open: (url: string, waiting: string) => `${url} does not answer: ${waiting} webhooks wait.`,
      failing: (url: string, waiting: string) => `${url} refuses its webhooks: ${waiting} wait for another try.`,
      disabled: (url: string, waiting: string) => `${url} is disabled: ${waiting} webhooks are held.`,
      exhausted: (count: string) => `Webhooks given up in the last 24 hours: ${count}. A replay sends them again.`,
      no_endpoint: 'No endpoint yet: nobody is told what happens to your orders.',
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
    response: 'What your server said',
    again: 'Send again',
    againTitle: 'Send this webhook again?',
    againText: 'With the same webhook-id, beside the live ones, which never wait for it.',
    againManyText: 'Each with the same webhook-id, beside the live ones, which never wait for them.',
    againNotice: 'It is being sent again.',
  },
  replays: {
    ...sharedEn.replays,
    titleOfList: 'Replays',
    lead: 'Webhooks of a time range, sent again. Newest first.',
  },
  search: {
    title: 'Search',
    label: 'Find an order',
    placeholder: 'Find an order …',
    lead: 'By its ID, your external ID, a webhook-id, or its number: among your newest 1,000 orders and those under way.',
    ask: 'Type what you have, and press Enter.',
    none: (q: string) => `No order of yours is called “${q}”`,
    noneText: 'IDs must be whole.',
    purged: (day: string) => `The order is gone since ${day}`,
    purgedText: 'Nothing had happened to it for longer than orders are kept. Its external ID stays taken.',
    truncated: 'There are more: the first 50 are shown.',
    foundBy: 'Found by',
    by: { id: 'Order ID', webhook_id: 'webhook-id', external_id: 'External ID', display_id: 'Number' },
  },
};

/** Every text of the portal, in each language: one that is missing does not compile. */
export type Dictionary = typeof en;
