import type { OperatorRole, SignInFailure } from '@delivery/contracts';
import { sharedEn } from '../../text/shared-en.js';
import { endpointFactsEn, endpointsEn } from './endpoints-en.js';
import { nowEn } from './now-en.js';
import { activityEn, deadLettersEn, eraseEn } from './records-en.js';
import { callerSwitchEn, ownerFormEn, platformKeysEn, platformTokensEn, tokensEn } from './tokens-en.js';

/** One that is not known here is shown as it is. */
const roles: Readonly<Record<string, string>> = {
  look: 'View',
  customers_data: 'Customers’ data',
  act: 'Operate',
  administer: 'Administer',
} satisfies Record<OperatorRole, string>;

/** An unknown failure is shown as `failed`. */
const failures: Readonly<Record<string, string>> = {
  provider_away: 'The identity provider does not answer. Try again, or use the operator token.',
  refused: 'The identity provider did not sign you in.',
  no_role: 'Your account has no role here. Have one added at the identity provider, then sign in again.',
  expired: 'The sign-in took too long, or began in another browser. Try again.',
  failed: 'Sign-in failed. Try again; the log of order-state has the cause (operator.sign_in_failed).',
} satisfies Record<SignInFailure, string>;

export const en = {
  ...sharedEn,
  product: 'Delivery console',
  nav: {
    couriers: 'Couriers',
    deadLetters: 'Dead letters',
  },
  signIn: {
    ...sharedEn.signIn,
    lead: 'Orders in, webhooks out: see where each webhook is, and why it waits.',
    token: 'Operator token',
    hint: 'The token of the operator API, or its read-only token. It is not stored in this browser.',
    refused: 'This is not a valid operator token.',
  },
  readOnlyHint: 'This token can read everything but change nothing.',
  units: { perSecond: '/s' },
  merchantStatus: { disabled: 'Disabled' },
  search: {
    ...sharedEn.search,
    label: 'Find an order, endpoint or merchant',
    lead:
      'An order by its number, ID, external ID, a webhook-id or its customer’s whole phone number; an endpoint ' +
      'by its ID or a part of its address; a merchant by its name or ID.',
    ask: 'Type a number, an ID, an address or a name, and press Enter.',
    none: (q: string) => `Nothing matches “${q}”`,
    noneText:
      'Names of customers cannot be searched. Enter whole numbers and IDs. Among the orders of one merchant the ' +
      'last four digits of a phone are enough.',
    purgedText: 'It had been inactive for longer than orders are kept.',
    ofMerchant: { label: 'Number, ID or phone', submit: 'Find' },
    within: 'Only among the orders and endpoints of',
  },
  /** Links to a merchant's portal, and its sessions. */
  portal: {
    title: 'Portal access',
    none: 'No open portal session',
    begunWith: 'Signed in with',
    begun: {
      link: 'a link',
      token: 'key and token',
      platform: 'a link of the platform for its people',
      mail: 'a mail',
    },
    scopes: { full: 'full', read: 'read-only' },
    endText: 'Its user has to sign in again, or needs a new link.',
    create: 'Create sign-in link',
    createTitle: 'Create a sign-in link?',
    createText:
      'It signs in to the portal of this merchant once, within 15 minutes, and shows orders with customers’ data.',
    scopeChoices: { read: 'Read-only', full: 'Full: for the owner' },
    open: 'Open it here',
    link: {
      title: 'Sign-in link',
      text: 'It works once. Open it here, or copy it and send it only to the owner of the restaurant.',
    },
  },
  portalPeople: {
    title: 'People of the portal',
    lead:
      'They sign in to the portal with a link by e-mail. To read addresses takes the role customers_data or ' +
      'administer.',
  },
  people: {
    roles,
    failures,
    signInWith: (provider: string) => `Sign in with ${provider}`,
    orToken: 'Or with the operator token:',
  },
  now: nowEn,
  endpoints: endpointsEn,
  endpointFacts: endpointFactsEn,
  ordersPage: {
    title: 'Orders',
    lead: 'All merchants, newest first.',
    none: 'No order yet',
    filter: 'Orders',
    late: 'Late',
    withoutCourier: 'Without a courier',
    noneLate: 'No such order now',
  },
  merchants: {
    title: 'Merchants',
    none: 'No merchant yet',
    noneText: 'Each sends orders with a key and a token of its own.',
    name: 'Name',
    platform: 'Platform',
    reference: 'Reference',
    lastOrder: 'Last order',
    sortedBy: 'Sort by',
    sort: {
      worst: 'Problems first',
      name: 'By name',
      waiting: 'Most waiting',
      failing: 'Failing longest',
      last_order: 'Latest order',
    },
    created: 'Created',
    tokens: 'Tokens',
    limits: 'Limits per minute',
    limitsValue: (create: string, other: string) => `Orders: ${create}; other calls: ${other}`,
    trackingPage: 'Tracking page for customers',
    trackingPageValue: { on: 'on', off: 'off' },
    sandbox: 'Sandbox',
    sandboxHint: 'For testing: its couriers are simulated.',
    standard: 'default',
    overview: 'Overview',
    orders: 'Orders',
    deliveries: 'Webhooks',
    replays: 'Replays',
    sections: 'Sections of this merchant',
    noEndpoints: 'This merchant has no endpoint, so it receives no webhooks.',
  },
  platforms: {
    title: 'Platforms',
    lead: 'Companies that integrate merchants.',
    none: 'No platform yet',
    noneText: 'A merchant without a platform is not listed here.',
    sections: 'Sections of this platform',
    noEndpoints: 'This platform has no endpoint of its own: its merchants have theirs.',
    noMerchants: 'This platform has no merchant yet',
  },
  tokens: tokensEn,
  platformTokens: platformTokensEn,
  platformKeys: platformKeysEn,
  callerSwitch: callerSwitchEn,
  ownerForm: ownerFormEn,
  couriers: {
    title: 'Courier systems',
    lead: 'Courier companies and the merchants they serve.',
    none: 'No courier system yet',
    noneText: 'Without one, orders are not offered to any courier.',
    serves: 'Serves',
    servesAll: 'all merchants',
    servesNone: 'It serves no merchant',
    paused: 'paused',
    servesSome: (count: string) => `merchants: ${count}`,
    lastUsed: 'Last called',
    limit: 'Calls per minute',
    held: 'Deliveries in hand',
    sections: 'Sections of this courier system',
    noEndpoints: 'This system has no endpoint: it reads its events from the feed.',
  },
  deadLetters: deadLettersEn,
  erase: eraseEn,
  activity: activityEn,
  sessions: {
    title: 'Sessions',
    lead: 'Browsers that are signed in to this console, newest first.',
    address: 'From',
    current: 'This session',
    scope: 'Access',
    of: 'Person',
    began: 'Started',
    expires: 'Expires',
    end: 'End',
    endTitle: 'End this session?',
    endText: (address: string) => `The browser that signed in from ${address} is signed out at once.`,
    ended: 'The session has ended.',
  },
};

/** Every text of the operator's console, in each language: one that is missing does not compile. */
export type Dictionary = typeof en;
