import type { FaultKind, SandboxScenario } from '@delivery/contracts';

const scenarios: Readonly<Record<SandboxScenario, string>> = {
  delivered: 'Delivered, as it should be',
  no_courier: 'No courier is found',
  courier_gave_up: 'The first courier gives up',
  canceled_after_pickup: 'Canceled at pick-up',
  delivery_failed_returned: 'Delivery fails, food comes back',
  late: 'Delivered, late',
  tracking_only: 'Few reports, a tracking link',
  stuck: 'The courier never arrives',
  reports_twice: 'Each report comes twice',
  reports_out_of_order: 'An old report comes after a newer one',
};

const fault: Readonly<Record<FaultKind, string>> = {
  wrong_signature: 'Wrong signature',
  stale_timestamp: 'Old timestamp',
  duplicate: 'The same twice',
  gap: 'Out of order',
  exhaust: 'Given up at once',
};

const faultHint: Readonly<Record<FaultKind, string>> = {
  wrong_signature: 'A good receiver refuses it with 4xx.',
  stale_timestamp: 'Ten minutes old. A good receiver refuses it with 4xx.',
  duplicate: 'A good receiver accepts both and acts once.',
  gap: 'An event arrives before the one that precedes it. A good receiver notices.',
  exhaust: 'The next webhook that your server refuses is given up after this one attempt instead of after 16 hours.',
};

export const sandboxEn = {
  title: 'Be the courier',
  text: 'From your first step on, simulated couriers leave this order alone.',
  auto: (scenario: string, speed: string) =>
    `Simulated couriers move it: “${scenario}”, ${speed === '1' ? 'as fast as people do' : `${speed} times as fast as people`}.`,
  manual: 'You move it by hand: simulated couriers leave it alone.',
  final: 'Nothing more can happen to it.',
  giveUp: 'Give up',
  ignored: (shown: string, count: number) =>
    count === 1 ? 'A field of this order is not known' : `${shown} fields of this order are not known`,
  ignoredText: 'What the service does not know is not read and does not reach the kitchen. Check the spelling.',
  ignoredMore: (count: string) => `and ${count} more`,
  newOrder: 'New order',
  newTitle: 'Place a test order',
  newText: 'An order with made-up items. Its webhooks go to your endpoints like any other order’s.',
  number: 'Number',
  scenario: 'Scenario',
  speed: 'How many times as fast as people',
  speedHint: 'From 1 to 3600. At 60, a minute takes a second.',
  speedFault: 'Enter a number from 1 to 3600.',
  ready: 'Mark it ready at once, so that a courier comes',
  place: 'Place the order',
  placed: 'Placed.',
  scenarios,
  injectFault: 'Try your receiver',
  injectFaultText: 'The fault is sent once, together with the next webhook. Your answer to it has no other effect.',
  fault,
  faultHint,
  asked: (kind: string) => `Requested: ${kind}. It goes out with the next webhook.`,
  last: (kind: string, answer: string) => `${kind}: your receiver answered ${answer}`,
  noAnswer: 'nothing',
  handled: 'as it should',
  unhandled: 'not as it should',
  never: 'No fault has been sent yet.',
};
