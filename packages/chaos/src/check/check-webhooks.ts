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

export type CheckedWebhook = ReceivedWebhook<WebhookBody | CourierEventBody>;

/** Checks what the webhooks of one order at one endpoint say; `replayLane` checks how they came. Pure. @returns one sentence per fault */
export const checkWebhooks = (
  title: string,
  events: readonly KnownEvent[],
  arrivals: readonly CheckedWebhook[],
): string[] => {
  const faults = arrivals.flatMap(({ sequence, isSigned, body }) => {
    const known = events.find((event) => event.sequence === sequence);
    return [
      ...(isSigned ? [] : [`${title}: ${sequence} has a wrong signature`]),
      ...(known?.event === body.event ? [] : [`${title}: ${sequence} is ${body.event}, not ${known?.event}`]),
    ];
  });
  const firsts = [...new Map(arrivals.toReversed().map((webhook) => [webhook.sequence, webhook])).values()];
  return [
    ...faults,
    ...findIllegalSteps(
      title,
      firsts.toSorted((one, other) => one.sequence - other.sequence),
    ),
  ];
};

const findIllegalSteps = (title: string, firsts: readonly CheckedWebhook[]): string[] => {
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
