import { setTimeout as delay } from 'node:timers/promises';
import {
  createOrderGuard,
  type OrderGuardStore,
  signTestWebhook,
  verify,
  type WebhookEvent,
  WebhookRefusedError,
} from '../../src/webhooks/index.js';
import type { Incoming, Stages } from './receiver.js';

export type BrokenReceiver = {
  /** Its behaviour, after "a receiver that …". */
  does: string;
  /** The one check that it fails. */
  fails: string;
  breakStages: (stages: Stages, secret: string) => Partial<Stages>;
};

/** Another answer where it should refuse a webhook with this word. */
const sayInstead =
  (right: string, word: string, status = 404): BrokenReceiver['breakStages'] =>
  ({ refusal }) => ({
    refusal: (...of) => (refusal(...of)?.word === right ? { status, word } : refusal(...of)),
  });

/** Each as it is met in the field. */
export const brokenReceivers: readonly BrokenReceiver[] = [
  {
    does: 'verifies what its JSON parser writes again',
    fails: 'good_signature',
    breakStages: ({ accept }) => ({
      accept: (incoming) =>
        accept({ ...incoming, body: Buffer.from(JSON.stringify(JSON.parse(incoming.body.toString()))) }),
    }),
  },
  {
    does: 'verifies nothing',
    fails: 'bad_signature',
    breakStages: ({ accept }, secret) => ({ accept: async (incoming) => accept(await signAnew(incoming, secret)) }),
  },
  {
    does: 'takes what is not signed',
    fails: 'bad_signature',
    breakStages: ({ accept }, secret) => ({
      accept: async (incoming) =>
        accept(incoming.headers['webhook-signature'] ? incoming : await signAnew(incoming, secret)),
    }),
  },
  {
    does: 'compares only as much of a signature as it was given',
    fails: 'bad_signature',
    breakStages: ({ accept }, secret) => ({
      accept: async (incoming) => {
        const { headers } = await signAnew(incoming, secret);
        const given = incoming.headers['webhook-signature']?.split(' ') ?? [];
        const completed = given.map((one) => {
          const right = headers['webhook-signature'] ?? '';
          return one.length > 3 && right.startsWith(one) ? right : one;
        });
        return accept({ ...incoming, headers: { ...incoming.headers, 'webhook-signature': completed.join(' ') } });
      },
    }),
  },
  {
    does: 'takes any time for good',
    fails: 'stale_timestamp',
    breakStages: (_, secret) => ({
      accept: (incoming) => verify(incoming, secret, { toleranceSeconds: Number.POSITIVE_INFINITY }),
    }),
  },
  {
    does: 'allows clocks to differ by ten seconds',
    fails: 'stale_timestamp',
    breakStages: (_, secret) => ({ accept: (incoming) => verify(incoming, secret, { toleranceSeconds: 10 }) }),
  },
  {
    does: 'acts on every repeat',
    fails: 'repeat',
    breakStages: ({ judge }) => ({
      judge: async (event) => {
        const word = await judge(event);
        return word === 'repeat' ? 'first_time' : word;
      },
    }),
  },
  {
    does: 'refuses a repeat',
    fails: 'repeat',
    breakStages: () => ({ statusOf: (handled) => (handled === 'repeat' ? 409 : 200) }),
  },
  {
    does: 'keeps the newest sequence alone, and drops what is older as a repeat',
    fails: 'out_of_order',
    breakStages: () => {
      const guard = createOrderGuard(createNewestOnlyStore());
      return { judge: async (event) => (await guard.check(event)).kind };
    },
  },
  {
    does: 'sets the status back to the one of a late event',
    fails: 'out_of_order',
    breakStages: ({ judge }) => ({
      judge: async (event) => {
        const word = await judge(event);
        return word === 'late' ? 'first_time' : word;
      },
    }),
  },
  {
    does: 'does not look at webhook-previous-sequence',
    fails: 'gap',
    breakStages: ({ judge }) => ({ judge: (event) => judge({ ...event, previousSequence: 0 }) }),
  },
  {
    does: 'takes what its filter left out for a gap',
    fails: 'gap',
    breakStages: ({ judge }) => ({ judge: (event) => judge({ ...event, previousSequence: event.sequence - 1 }) }),
  },
  {
    does: 'reads the first of two signatures',
    fails: 'rotation',
    breakStages: ({ accept }) => ({
      accept: ({ headers, body }) => {
        const [first = ''] = headers['webhook-signature']?.split(' ') ?? [];
        return accept({ headers: { ...headers, 'webhook-signature': first }, body });
      },
    }),
  },
  {
    does: 'does its work before it answers',
    fails: 'slow_answer',
    breakStages: () => ({ work: async ({ event }) => (event === 'tracking_url_added' ? delay(slowMs) : undefined) }),
  },
  { does: 'allows 4 KB of headers', fails: 'big_headers', breakStages: () => ({ maxHeaderSize: 4_096 }) },
  {
    does: 'fails at an event that it does not know',
    fails: 'unknown_event',
    breakStages: () => ({ understand: ({ event }) => failIf(event === 'unknown') }),
  },
  {
    does: 'fails at a status that it does not know',
    fails: 'unknown_event',
    breakStages: () => ({ understand: ({ body }) => failIf(body['status' as keyof typeof body] === 'at_locker') }),
  },
  {
    does: 'allows no other fields',
    fails: 'unknown_field',
    breakStages: () => ({ understand: (event) => failIf(event.event !== 'unknown' && hasOtherFields(event)) }),
  },
  { does: 'misspells abort-message', fails: 'abort_message', breakStages: sayInstead('abort-message', 'abort') },
  {
    does: 'takes an unwanted webhook, and says abort-message',
    fails: 'abort_message',
    breakStages: sayInstead('abort-message', 'abort-message', 200),
  },
  { does: 'misspells disable', fails: 'disable', breakStages: sayInstead('disable', 'disabled') },
];

/** More than is allowed to a slow receiver; the others are allowed so much that no busy machine needs it. */
const slowMs = 1_200;
export const answerWithinSeconds = (fails: BrokenReceiver['fails'] | undefined): string =>
  fails === 'slow_answer' ? '1' : '10';

/** Gives any webhook a valid signature, so that a receiver which checks it acts like one that does not. */
const signAnew = async ({ headers, body }: Incoming, secret: string): Promise<Incoming> => {
  const signed = await signTestWebhook({
    body: body.toString(),
    secrets: secret,
    webhookId: headers['webhook-id']!,
    sentAt: new Date(Number(headers['webhook-timestamp']) * 1_000),
  });
  return { headers: { ...headers, 'webhook-signature': signed.headers['webhook-signature']! }, body };
};

const createNewestOnlyStore = (): OrderGuardStore => {
  const newest = new Map<string, number>();
  return {
    note: (orderId, sequence) => {
      const handled = newest.get(orderId) ?? 0;
      newest.set(orderId, Math.max(handled, sequence));
      return Promise.resolve({ added: sequence > handled, handled: [handled] });
    },
  };
};

const failIf = (isUnexpected: boolean): void => {
  if (isUnexpected) throw new WebhookRefusedError('bad_body', 'unexpected');
};

const fields = new Set(
  'id external_id display_id status updated_at external_data event previous_status reason tracking_url'.split(' '),
);
const hasOtherFields = ({ body }: WebhookEvent): boolean => Object.keys(body).some((field) => !fields.has(field));
