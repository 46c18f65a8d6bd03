import type { FaultKind, SandboxScenario } from '@delivery/contracts';
import { lanesEn } from '../../text/lanes-en.js';
import { sharedEn } from '../../text/shared-en.js';
import { endpointsEn, settingsEn } from './endpoints-en.js';

const scenarios: Readonly<Record<SandboxScenario, string>> = {
  delivered: 'Delivered normally',
  no_courier: 'No courier is found',
  courier_gave_up: 'The first courier gives up',
  canceled_after_pickup: 'Canceled at pick-up',
  delivery_failed_returned: 'Delivery fails, food comes back',
  every_report: 'Every report, with a problem at the door',
  late: 'Delivered, late',
  tracking_only: 'Few reports, a tracking link',
  stuck: 'The courier never arrives',
  no_simulation: 'No simulated courier',
};

const faultHint: Readonly<Record<FaultKind, string>> = {
  wrong_signature: 'A good receiver refuses it with 4xx.',
  stale_timestamp: 'Ten minutes old. A good receiver refuses it with 4xx.',
  duplicate: 'A good receiver accepts both and acts once.',
  gap: 'An event arrives before the one that precedes it. A good receiver notices.',
  exhaust: 'If your server refuses the next webhook, it is given up after this one attempt, without a retry.',
};

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);
const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);
const inTime = (left: string | undefined): string => (left === undefined ? 'now' : `in ${left}`);

/** To the merchant its own server is “yours”. */
const orders = {
  ...lanesEn,
  lead: 'Newest first. Changes appear by themselves.',
  listTitle: 'Orders',
  none: 'No order yet',
  noneText: 'Orders that your system sends appear here at once.',
  noneFiltered: 'No order has this status',
  noneLate: 'No order is late',
  late: 'Late',
  answered: (code: number, count: number) => `your server answered ${code} ${times(count)}`,
  pull: 'Fetched by your till',
  stageHint: { ...lanesEn.stageHint, answered: 'Your server' },
  wait: {
    ...lanesEn.wait,
    probe: (left: string | undefined) =>
      `your server does not answer, so one webhook at a time is tried, next ${inTime(left)}`,
    probing: 'your server does not answer; one webhook is being tried, and the others wait for its result',
    pace: (left: string | undefined) => `your limit per second allows the next one ${inTime(left)}`,
    answer: 'sent; waiting for your server’s answer',
    fetch: 'not fetched by your till yet',
  },
};

export const en = {
  ...sharedEn,
  product: 'Delivery portal',
  guide: { name: 'Guide', href: '../docs/guide' },
  nav: {
    home: 'Overview',
    orders: 'Orders',
    endpoints: 'Endpoints',
    deliveries: 'Webhooks',
    replays: 'Replays',
    times: 'Times',
    people: 'People',
  },
  people: {
    title: 'People',
    ofMerchant: 'Portal access',
    lead: 'They sign in to this portal with a link by e-mail, and stay signed in for 30 days.',
    ofPlatform: 'People of the platform',
    leadOfPlatform: 'They may open every merchant of the platform.',
    notAllowed: 'People are not shown in this session',
    notAllowedText:
      'Sign in with full access by a link: an e-mail link, or one from your platform or the operator of the service.',
  },
  sendLink: {
    hint: 'The address to which you were invited.',
    submit: 'Send a sign-in link',
    sent: (email: string) => `If ${email} was invited, a link is on its way. It works once, within 15 minutes.`,
    orToken: 'Or, for developers:',
  },
  signIn: {
    ...sharedEn.signIn,
    lead: 'See your orders, where each webhook is, and why it waits.',
    key: 'Key',
    keyHint: 'Your platform’s key: key_…',
    token: 'Token',
    tokenHint: 'This merchant’s token: tok_… Neither is stored in this browser.',
    refused: 'The key or the token is wrong, or the merchant is not active.',
    linkFailed: 'This link was used already or has expired. Ask for a new one.',
  },
  failed: {
    ...sharedEn.failed,
    noPermission: 'The service does not allow this. The merchant may be disabled: ask your platform.',
  },
  readOnlyHint: 'Your access is read-only.',
  sandbox: 'Sandbox',
  sandboxHint: 'For testing: couriers are simulated and no order is real.',
  conditionWords: {
    ...sharedEn.conditionWords,
    ok: 'Your server answers. Webhooks are sent at once.',
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
      fetched: (webhooks: string) => `This includes ${webhooks} for your till to fetch.`,
    },
  },
  requests: { ...sharedEn.requests, fetched: 'fetched by your till' },
  orders,
  endpoints: endpointsEn,
  settings: settingsEn,
  courier: {
    title: 'Play the courier',
    text: 'After your first step, simulated couriers no longer change this order.',
    auto: (scenario: string, speed: string) =>
      `Simulated couriers move it: “${scenario}”, ${speed === '1' ? 'in real time' : `${speed} × real time`}.`,
    manual: 'You move it by hand. Simulated couriers no longer change it.',
    final: 'Nothing more can happen to it.',
    giveUp: 'Give up',
    ignored: (shown: string, count: number) =>
      count === 1 ? 'A field of this order is not known' : `${shown} fields of this order are not known`,
    ignoredText: 'Unknown fields are not read and do not reach the kitchen. Check the spelling.',
    ignoredMore: (count: string) => `and ${count} more`,
    newOrder: 'New order',
    newTitle: 'Place a test order',
    newText: 'An order with made-up items. Its webhooks go to your endpoints like any other order’s.',
    scenario: 'Scenario',
    speed: 'Speed (× real time)',
    speedHint: 'From 1 to 3600. At 60, a minute takes a second.',
    speedFault: 'Enter a number from 1 to 3600.',
    ready: 'Mark it ready at once, so that a courier comes',
    place: 'Place the order',
    placed: 'Placed.',
    scenarios,
    injectFault: 'Try your receiver',
    injectFaultText: 'The fault is sent once, together with the next webhook. Your answer to it has no other effect.',
    faultHint,
    asked: (kind: string) => `Requested: ${kind}. It goes out with the next webhook.`,
    last: (kind: string, answer: string) => `${kind}: your receiver answered ${answer}`,
    noAnswer: 'nothing',
    never: 'No fault has been sent yet.',
  },
  home: {
    title: 'Overview',
    calm: 'All is well',
    calmText: 'Orders come in and webhooks reach you. Nothing needs your attention.',
    concerns: (count: number) => plural(count, 'One thing needs your attention', `${count} things need your attention`),
    concern: {
      breaker_open: (url: string, waiting: string) =>
        waiting === '0' ? `${url} does not answer` : `${url} does not answer – ${waiting} webhooks waiting`,
      not_fetching: (url: string, waiting: string) => `${url} isn’t fetching – ${waiting} webhooks waiting`,
      narrowed: (url: string, waiting: string) =>
        waiting === '0'
          ? `${url} did not answer recently`
          : `${url} did not answer recently – ${waiting} webhooks waiting`,
      failing: (url: string, waiting: string) =>
        waiting === '0' ? `${url} returns errors` : `${url} returns errors – ${waiting} webhooks to retry`,
      disabled: (url: string, waiting: string) => `${url} is disabled – ${waiting} webhooks held`,
      exhausted: (count: string) => `Webhooks given up in the last 24 hours: ${count}`,
      late_orders: (count: string) => `${count} late ${count === '1' ? 'order' : 'orders'}`,
      orders_without_courier: (count: string) =>
        count === '1' ? 'No courier has taken an order' : `No courier has taken ${count} orders`,
      untried: (url: string) => `${url} was never tested: send a test`,
      no_endpoint: 'No endpoint yet: you receive no webhooks',
    },
    incidents: {
      title: 'Trouble in the last 24 hours',
      failing: 'did not accept webhooks,',
      not_fetching: 'did not fetch,',
      now: 'now',
      deleted: 'A deleted endpoint',
      late: (count: number, text: string) => plural(count, 'one webhook was late', `${text} webhooks were late`),
      undelivered: (count: number, text: string) =>
        count === 0 ? 'all delivered' : plural(count, 'one is not delivered', `${text} are not delivered`),
    },
    orders: 'Orders of the last 24 hours',
    webhooks: 'Webhooks of the last 24 hours',
    truncated: 'The newest 10,000 were counted.',
    noOrders: 'No order in the last 24 hours.',
    noWebhooks: 'No webhook in the last 24 hours.',
    newest: 'Newest orders',
    all: 'All orders',
  },
  deliveries: {
    ...sharedEn.deliveries,
    title: 'Webhooks',
    lead: 'All webhooks to you, newest first, with every attempt.',
    response: 'Answer of your server',
  },
  replays: {
    ...sharedEn.replays,
    titleOfList: 'Replays',
    lead: 'Webhooks of a time range, sent again. Newest first.',
  },
  zoneForAll: {
    title: 'Default time zone',
    text:
      'Everyone who opens this portal sees times in this zone, and e-mails use it. On your own device you can ' +
      'still choose another one.',
    saved: 'Saved for everyone.',
  },
  switching: {
    link: 'Switch merchant',
    title: 'Merchants',
    lead: 'Your merchants, problems first. Opening one switches all tabs.',
    none: 'No such merchant',
    name: 'Merchant',
    reference: 'Reference',
    disabled: 'Disabled',
    here: 'Open now',
    noEndpoint: 'No endpoint',
    sections: 'Your platform',
    noneOwn: 'Your platform has no endpoint',
    noneOwnText: 'With one, it gets the events of all its merchants.',
  },
  search: {
    ...sharedEn.search,
    label: 'Find an order or endpoint',
    lead:
      'An order by its number, its ID, your external ID, a webhook-id or its customer’s phone; an endpoint by ' +
      'its ID or a part of its address.',
    ask: 'Type a number, an ID, a phone or an address, and press Enter.',
    none: (q: string) => `Nothing of yours matches “${q}”`,
    noneText: 'Enter whole numbers and IDs. For a phone number, the last four digits are enough.',
    purgedText: 'It had been inactive for longer than orders are kept. Its external ID stays taken.',
  },
};

/** Every text of the portal, in each language: one that is missing does not compile. */
export type Dictionary = typeof en;
