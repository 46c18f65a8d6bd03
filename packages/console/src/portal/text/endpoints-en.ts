import { sharedEn } from '../../text/shared-en.js';

/** Codes that may grow in number: one that is not known here is shown as it is. */
type Open = Readonly<Record<string, string>>;

const reason: Open = {
  gone: 'your server answered 410 Gone',
  failing: 'five days without one success',
  operator: 'by our support',
  requested: 'by you',
};

export const endpointsEn = {
  ...sharedEn.endpoints,
  lead: 'Your servers and tills that receive webhooks about your orders. At most 25.',
  none: 'No endpoint yet',
  noneText: 'Add the URL of your server, or a till that fetches.',
  types: { push: 'Push to a URL', pull: 'Pull by your till' },
  clientHint: 'Its secret signs the events.',
  clientNone: 'You have no OAuth client yet. Your platform adds one, or delivery oauth-clients create does.',
  name: 'Name',
  nameHint: 'Shown instead of the address. Optional.',
  reason,
  add: 'Add an endpoint',
  addTitle: 'Add an endpoint',
  addUrl: 'URL',
  addUrlHint: 'An https:// URL that is reachable from the internet.',
  addEvents: 'Events',
  addEventsHint: 'If none is ticked, the first three are sent.',
  statusesHint: 'Only changes to these statuses are sent. If none is ticked, all are.',
  storesHint: 'Refs of stores, separated by commas: only their orders. Empty: all orders.',
  addHeaderName: 'Header name',
  addHeaderNameHint: 'Sent with each webhook, such as Authorization. Optional.',
  addHeaderValue: 'Header value',
  addHeaderValueHint: 'Stored encrypted and never shown again.',
  addDisabled: 'Add it disabled: webhooks are held until you enable it',
  addNotice: 'Added.',
  secret: {
    title: 'Signing secret',
    text: 'Your server verifies each webhook with it. Copy it now: it is shown only once.',
    kept: 'I have stored it',
  },
  signature: 'Signature',
  signatures: {
    'hmac-sha256': 'HMAC-SHA256: your server holds a secret',
    ed25519: 'Ed25519: your server holds a public key',
  },
  publicKey: 'Public key',
  rotate: 'Rotate secret',
  rotateTitle: 'Rotate the signing secret or key?',
  rotateText:
    'For 24 hours each webhook is signed with the old one and the new one, so that your server can switch over.',
  rotatedKey: 'The new key signs from now on. This page shows its public key.',
  remove: 'Delete',
  removeTitle: 'Delete this endpoint for good?',
  removeText: 'Webhooks that wait for it are skipped and never sent.',
  removedNotice: 'Deleted.',
};

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** The form that changes an endpoint, and its faults. */
export const settingsEn = {
  title: 'Change this endpoint',
  urlMaskedHint: 'Parts hidden as *** stay as long as you do not change the address. Enter a new address in full.',
  headerKeep: (name: string) => `Keep ${name} as it is`,
  headerSet: 'Enter a name and a value',
  headerNone: 'Send no header',
  headerNameHint: 'Sent with each webhook, such as Authorization.',
  fault: {
    url_whole: 'Enter a whole address, such as https://shop.example/webhooks.',
    url_masked: 'Enter the whole address: *** stands for parts that are hidden here.',
    header_again: 'The value was given for the previous server. Enter it again for the new one, or send no header.',
    number_range: 'Enter a whole number, or leave it empty.',
    client_choose: 'Choose the OAuth client whose secret signs.',
  },
  nothing: 'Nothing has changed yet.',
  moves: 'Webhooks go to the new address from now on. Attempts under way end at the old one.',
  movesWaiting: (count: number, waiting: string) =>
    plural(
      count,
      'The webhook that waits goes to the new address at its next try.',
      `The ${waiting} webhooks that wait go to the new address at their next try.`,
    ) + ' Attempts under way end at the old one.',
  movesHeld: (count: number, waiting: string) =>
    plural(
      count,
      'The webhook that is held goes to the new address once this endpoint is enabled.',
      `The ${waiting} webhooks that are held go to the new address once this endpoint is enabled.`,
    ),
  named: (name: string | null) => (name === null ? 'It is shown by its address.' : `It is shown as ${name}.`),
  secretStays: 'The secret does not change: the new server verifies webhooks with your current one.',
  tells: (events: string | undefined) =>
    `From now on it receives ${events === undefined ? 'the standard events' : `these events: ${events}`}. ` +
    'Webhooks that already wait are still sent.',
  signs: (client: string) => `Events are signed with the secret of ${client} from their next try on.`,
  carries: (name: string) => `Webhooks carry ${name} with this value from their next try on.`,
  carriesNone: 'Webhooks carry no custom header from their next attempt on.',
};
