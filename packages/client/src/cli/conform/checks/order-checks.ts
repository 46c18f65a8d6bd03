import { type Check, isTaken, unseenBecause, wantHandled, wantNotHandled } from '../check.js';
import { randomHex } from '../lab.js';

/** Only a receiver's answer shows how it handled a webhook. */
const sayIt = 'Say so in the answer: {"handled":"…"} with';

export const repeat: Check = {
  id: 'repeat',
  title: 'repeat',
  promise: 'a repeated webhook is accepted and reported as a repeat',
  why: 'Webhooks are delivered at least once. A receiver that acts on each one prints, charges or notifies twice.',
  mend:
    'Store each webhook-id in the same transaction as the work. For one that you know, also in a replay, answer ' +
    '200 and do nothing. ' +
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
  promise: 'a late webhook is accepted and reported as late',
  why:
    'A replayed event can arrive after newer ones. A receiver that drops it loses it; one that takes it for the ' +
    'newest sets the ' +
    'order back to an old status.',
  mend:
    'Store the highest webhook-sequence handled per order. Handle an older one that you have not handled, but ' +
    'keep the status of ' +
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
  promise: 'a missing webhook is noticed and reported as a gap',
  why: 'A webhook that was given up is not sent again by itself: a receiver that ignores the gap misses the change.',
  mend:
    'If you have not handled webhook-previous-sequence, handle the event, then fetch GET ' +
    '/v1/external-orders/{id}/events' +
    `?after={last you have}. A number that is missing there too was skipped by your event filter. ${sayIt} "gap".`,
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
