import {
  type CourierEvent,
  type CourierEventBody,
  nextStatuses,
  type OrderStatus,
  type WebhookBody,
  type WebhookEvent,
} from '@delivery/contracts';
import type { ReceivedWebhook } from '../record.js';

/** One event of an order as its timeline has it. Events for couriers' systems count in the sequence, and are sent to no merchant. */
export type KnownEvent = { sequence: number; event: WebhookEvent | CourierEvent };

type Received = ReceivedWebhook<WebhookBody | CourierEventBody>;

export type WebhookFindings = { lost: string[]; disorder: string[]; duplicateCount: number };

/** Checks the webhooks of one order at one endpoint against the events that were addressed to it. Pure. */
export const checkWebhooks = (
  title: string,
  events: readonly KnownEvent[],
  arrivals: readonly Received[],
): WebhookFindings => {
  const firsts: Received[] = [];
  const accepted = new Set<number>();
  const disorder: string[] = [];
  let duplicateCount = 0;
  for (const webhook of arrivals) {
    const first = firsts.find(({ sequence }) => sequence === webhook.sequence);
    if (!first) firsts.push(webhook);
    else if (first.webhookId !== webhook.webhookId) disorder.push(`${title}: ${webhook.sequence} came as two webhooks`);
    if (!webhook.isSigned) disorder.push(`${title}: ${webhook.sequence} has a wrong signature`);
    // A repeat of a webhook that was refused or broken off is a retry, not a duplicate.
    if (accepted.has(webhook.sequence)) duplicateCount += 1;
    if (webhook.isAccepted) accepted.add(webhook.sequence);
  }
  disorder.push(...findDisorder(title, events, firsts));
  const lost = events
    .filter(({ sequence }) => !accepted.has(sequence))
    .map(({ sequence, event }) => `${title}: ${sequence} (${event}) was never delivered`);
  return { lost, disorder, duplicateCount };
};

/** First arrivals must be the addressed events, each naming the one before it, with legal changes of status. */
const findDisorder = (title: string, events: readonly KnownEvent[], firsts: readonly Received[]): string[] => {
  const faults: string[] = [];
  let previous = 0;
  for (const { sequence, previousSequence, body } of firsts) {
    const known = events.find((event) => event.sequence === sequence);
    if (known?.event !== body.event) faults.push(`${title}: ${sequence} is ${body.event}, not ${known?.event}`);
    if (sequence <= previous) faults.push(`${title}: ${sequence} arrived after ${previous}`);
    if (previousSequence !== previous)
      faults.push(`${title}: ${sequence} follows ${previousSequence}, not ${previous}`);
    previous = sequence;
  }
  return [...faults, ...findIllegalSteps(title, firsts)];
};

const findIllegalSteps = (title: string, firsts: readonly Received[]): string[] => {
  const faults: string[] = [];
  let status: OrderStatus = 'created';
  for (const { body } of firsts) {
    if (body.event !== 'status_changed') continue;
    if (body.previous_status !== status || !nextStatuses[status].includes(body.status))
      faults.push(`${title}: from ${status} to ${body.status}, said to come from ${body.previous_status}`);
    status = body.status;
  }
  return faults;
};
