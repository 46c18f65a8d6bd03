import { type Check, isTaken, unseenBecause, wantHandled, wantNotHandled } from '../check.js';
import { randomHex } from '../lab.js';

/** Only a receiver's answer shows how it handled a webhook. */
const sayIt = 'Say so in the answer: {"handled":"…"} with';

export const repeat: Check = {
  id: 'repeat',
  title: 'repeat',
  promise: 'what comes again is taken, and said to be a repeat',
  why: 'Webhooks come at least once. Who acts on each one prints, charges or tells the customer twice.',
  mend:
    'Remember each webhook-id in the transaction of the work. One that you know: answer 200 and do nothing; a replay too. ' +
    `${sayIt} "first_time" or "repeat".`,
  observe: async (lab) => {
    const webhook = { orderId: lab.newOrderId(), webhookId: `msg_${randomHex(12)}` };
    const first = { sent: 'an event', answer: await lab.send(webhook) };
    const again = { sent: 'the same webhook-id again', answer: await lab.send({ ...webhook, attempt: 2 }) };
    const replayId = crypto.randomUUID();
    const replayed = { sent: 'the same, as a replay', answer: await lab.send({ ...webhook, attempt: 3, replayId }) };
    if (!isTaken(first.answer)) return [unseenBecause(first)];
    return [wantHandled(first, 'first_time'), wantHandled(again, 'repeat'), wantHandled(replayed, 'repeat')];
  },
};

export const outOfOrder: Check = {
  id: 'out_of_order',
  title: 'out of order',
  promise: 'what comes late is taken, and said to be late',
  why:
    'An event that was given up and is replayed comes after newer ones: dropped, it is lost; taken for the newest, the ' +
    'order goes back to a status that is over.',
  mend:
    'Keep the highest webhook-sequence handled per order. Take an older one that you have not handled, and leave the status to ' +
    `the newest. ${sayIt} "late".`,
  observe: async (lab) => {
    const orderId = lab.newOrderId();
    const newer = [];
    for (const sequence of [1, 3])
      newer.push({ sent: `event ${sequence}`, answer: await lab.send({ orderId, sequence }) });
    const failed = newer.find(({ answer }) => !isTaken(answer));
    if (failed) return [unseenBecause(failed)];
    return [wantHandled({ sent: 'event 2 after 1 and 3', answer: await lab.send({ orderId, sequence: 2 }) }, 'late')];
  },
};

export const gap: Check = {
  id: 'gap',
  title: 'gap',
  promise: 'what never came is noticed, and said to be a gap',
  why: 'A webhook that was given up never comes by itself: without a look at the gap its change stays unknown to you.',
  mend:
    'Where you have not handled webhook-previous-sequence, take the event, then fetch GET /v1/external-orders/{id}/events' +
    `?after={last you have}. A number that it leaves out is none: your event filter did. ${sayIt} "gap".`,
  observe: async (lab) => {
    const orderId = lab.newOrderId();
    const first = { sent: 'event 1', answer: await lab.send({ orderId }) };
    if (!isTaken(first.answer)) return [unseenBecause(first)];
    const answer = await lab.send({ orderId, sequence: 4 });
    const filtered = await lab.send({ orderId, sequence: 7, previousSequence: 4 });
    return [
      wantHandled({ sent: 'event 4 after 1; the one before it was 3', answer }, 'gap'),
      wantNotHandled({ sent: 'event 7 after 4; the one before it was 4', answer: filtered }, 'gap'),
    ];
  },
};
