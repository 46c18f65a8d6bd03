import { publicKeyOf } from '../../../webhooks/keys.js';
import { type Check, isTaken, type Observation, wantRefused, wantTaken } from '../check.js';
import { isPrivateKey, type Lab, type LabWebhook } from '../lab.js';

const minuteMs = 60_000;

/** The rest of a body is written as JSON.stringify does; `external_data` is the text that the merchant sent. */
const bytesThatParsersChange = '{ "price": 1.50, "ticket":12345678901234567890, "note":"S\\u00e3o Paulo \\/ 5" }';

export const goodSignature: Check = {
  id: 'good_signature',
  title: 'good signature',
  promise: 'a webhook signed with your secret is accepted',
  why: 'A refused webhook is retried for hours, then given up, and the next event of the order waits for it.',
  mend:
    'Give your receiver the secret used here. Compute the signature over the bytes as they arrived, before ' +
    'parsing JSON: ' +
    'external_data keeps the spaces, escapes and digits that you sent.',
  observe: async (lab) => {
    const webhook = { orderId: lab.newOrderId() };
    const text = lab.bodyOf(webhook).replace('"external_data":{}', `"external_data":${bytesThatParsersChange}`);
    const exact = { sent: 'signed with your secret', answer: await lab.send({ ...webhook, text }) };
    if (isTaken(exact.answer)) return [wantTaken(exact)];
    const plain = { sent: 'the same with an empty external_data', answer: await lab.send({ ...webhook, attempt: 2 }) };
    return [wantTaken(exact), wantTaken(plain)];
  },
};

type Tampered = readonly [sent: string, webhook: Omit<LabWebhook, 'orderId'>];

const forgeries = (lab: Lab): Tampered[] => [
  ['signed with another secret', { secrets: lab.otherSecret }],
  [
    'its body changed after it was signed',
    { tamper: (signed) => ({ ...signed, body: signed.body.replace('"ready"', '"canceled"') }) },
  ],
  ['its webhook-id changed', { tamper: withHeader('webhook-id', () => 'msg_another') }],
  [
    'its webhook-timestamp changed',
    { tamper: withHeader('webhook-timestamp', (timestamp) => String(Number(timestamp) - 1)) },
  ],
  ['half of its signature', { tamper: withHeader('webhook-signature', (signature) => signature.slice(0, 24)) }],
  ['an empty signature', { tamper: withHeader('webhook-signature', (signature) => signature.replace(/,.*/, ',')) }],
  ['no signature', { tamper: withHeader('webhook-signature', () => undefined) }],
  // Every reader of the public key could sign, if it was taken for a secret.
  ...(isPrivateKey(lab.secret)
    ? [['signed with the public key as if it were a secret', { secrets: toSecret(publicKeyOf(lab.secret)) }] as const]
    : []),
];

const toSecret = (publicKey: string): string => publicKey.replace('whpk_', 'whsec_');

const withHeader =
  (name: string, change: (value: string) => string | undefined): NonNullable<LabWebhook['tamper']> =>
  ({ headers, body }) => {
    const { [name]: value = '', ...rest } = headers;
    const changed = change(value);
    return { headers: changed === undefined ? rest : { ...rest, [name]: changed }, body };
  };

export const badSignature: Check = {
  id: 'bad_signature',
  title: 'bad signature',
  promise: 'a forged, changed or unsigned webhook is refused',
  why: 'Anyone can POST to your URL: without verification, even a cancellation can be forged.',
  mend:
    'Before anything else, verify the whole webhook-signature over "{webhook-id}.{webhook-timestamp}.{body}", ' +
    'and answer 400 ' +
    'or 401 if it does not match or is missing.',
  observe: (lab) =>
    inTurn(forgeries(lab), async ([sent, webhook]) =>
      wantRefused({ sent, answer: await lab.send({ orderId: lab.newOrderId(), ...webhook }) }),
    ),
};

export const staleTimestamp: Check = {
  id: 'stale_timestamp',
  title: 'stale timestamp',
  promise: 'a webhook signed ten minutes ago or ahead is refused',
  why: 'A recorded webhook could be sent to you again at any time: its signature stays valid.',
  mend:
    'Answer 400 if webhook-timestamp differs from now by more than five minutes, either way. Each attempt has a ' +
    'timestamp of its ' +
    'own, so late retries pass; clocks differ by seconds, so do not choose a shorter limit.',
  observe: async (lab) => {
    const sendFrom = (offsetMs: number) =>
      lab.send({ orderId: lab.newOrderId(), sentAt: new Date(Date.now() + offsetMs) });
    return [
      wantRefused({ sent: 'signed ten minutes ago', answer: await sendFrom(-10 * minuteMs) }),
      wantRefused({ sent: 'signed ten minutes ahead', answer: await sendFrom(10 * minuteMs) }),
      wantTaken({ sent: 'signed one minute ago', answer: await sendFrom(-minuteMs) }),
    ];
  },
};

export const rotation: Check = {
  id: 'rotation',
  title: 'rotation',
  promise: 'one valid signature of two is enough, the first or the second',
  why: 'For 24 hours after rotate-secret each webhook has two signatures: read only the first, and you refuse all.',
  mend: 'Split webhook-signature at spaces, and accept the webhook if any signature matches any of your keys.',
  observe: (lab) =>
    inTurn<Tampered>(
      [
        ['two signatures, yours the second', { secrets: [lab.otherSecret, lab.secret] }],
        ['two signatures, yours the first', { secrets: [lab.secret, lab.otherSecret] }],
      ],
      async ([sent, webhook]) => wantTaken({ sent, answer: await lab.send({ orderId: lab.newOrderId(), ...webhook }) }),
    ),
};

/** One after the other: these checks must not be a load for the receiver. */
const inTurn = async <Given>(
  given: readonly Given[],
  observe: (one: Given) => Promise<Observation>,
): Promise<Observation[]> => {
  const observations: Observation[] = [];
  for (const one of given) observations.push(await observe(one));
  return observations;
};
