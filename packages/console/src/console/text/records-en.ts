import type { ActivityAction } from '@delivery/contracts';
import type { MessageOrigin, ReasonName } from '../dead-letters/rules/dead-letters.js';

const actions: Readonly<Record<ActivityAction, string>> = {
  'merchant.created': 'Merchant added',
  'merchant.changed': 'Merchant changed',
  'merchant.disabled': 'Merchant disabled',
  'merchant.enabled': 'Merchant enabled',
  'contacts.changed': 'Contacts changed',
  'person.invited': 'Person invited',
  'person.changed': 'Role changed',
  'person.removed': 'Person removed',
  'person.signed_in': 'Person signed in',
  'merchant.portal_link_created': 'Portal link created',
  'merchant.portal_link_used': 'Portal link used',
  'merchant.portal_switched': 'Switched to in the portal',
  'merchant.portal_session_ended': 'Portal session ended',
  'oauth_client.created': 'OAuth client added',
  'oauth_client.deleted': 'OAuth client deleted',
  'store.created': 'Store added',
  'store.changed': 'Store changed',
  'store.deleted': 'Store deleted',
  'courier_system.created': 'Courier system added',
  'courier_system.changed': 'Courier system changed',
  'courier_system.disabled': 'Courier system disabled',
  'courier_system.enabled': 'Courier system enabled',
  'courier_system.token_created': 'Courier system token added',
  'courier_system.token_revoked': 'Courier system token revoked',
  'platform.created': 'Platform added',
  'platform.changed': 'Platform changed',
  'platform.disabled': 'Platform disabled',
  'platform.enabled': 'Platform enabled',
  'platform.key_rotated': 'Platform key rotated',
  'platform.token_created': 'Platform token added',
  'platform.token_revoked': 'Platform token revoked',
  'token.created': 'Token added',
  'token.revoked': 'Token revoked',
  'endpoint.created': 'Endpoint added',
  'endpoint.changed': 'Endpoint changed',
  'endpoint.secret_rotated': 'Secret rotated',
  'endpoint.enabled': 'Endpoint enabled',
  'endpoint.disabled': 'Endpoint disabled',
  'endpoint.deleted': 'Endpoint deleted',
  'endpoint.tested': 'Test sent',
  'endpoint.caught_up': 'All webhooks retried',
  'endpoint.sent_now': 'Webhook sent at once',
  'replay.requested': 'Replay started',
  'dead_letter.replayed': 'Dead letters replayed',
  'dead_letter.deleted': 'Dead letters deleted',
  'set_aside.retried': 'Set aside messages retried',
  'set_aside.discarded': 'Set aside messages discarded',
  'order.problem_answered': 'Courier’s problem answered',
  'order.position_read': 'Courier’s position viewed',
  'order.retention_failed': 'Retention skipped the order',
  'erasure.requested': 'Erasure requested',
  'session.begun': 'Signed in',
  'session.ended': 'Session ended',
};

export const activityEn = {
  title: 'Activity',
  lead: 'Changes, who made them and why. Newest first.',
  none: 'Nothing here',
  noneText: 'Nothing was changed, or it was longer ago than the log is kept.',
  at: 'When',
  by: 'By',
  what: 'Action',
  of: 'Object',
  why: 'Details',
  actions,
};

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** The service speaks English. */
const saidByService: Readonly<Partial<Record<ReasonName, (...parts: string[]) => string>>> = {};

export const deadLettersEn = {
  reasons: saidByService,
  origin: ({ exchange, key, times }: MessageOrigin) =>
    `Published to ${exchange === undefined ? 'the default exchange' : `the exchange ${exchange}`} as ${key}; ` +
    `redelivered ${plural(times, 'once', `${times} times`)}.`,
  title: 'Dead letters',
  lead: 'Messages between our own services that could not be handled. A merchant’s failing server never creates one.',
  none: 'No dead letters',
  noneText: 'All messages were handled.',
  count: (count: number) => plural(count, 'One message', `${count} messages`),
  message: 'Message',
  type: 'Type',
  refused: 'Refused',
  times: (count: number) => plural(count, 'once', `${count} times`),
  last: 'Last',
  detail: 'Detail',
  look: 'View message',
  unreadable: 'It is not JSON.',
  erased: 'The message was erased with the customer’s data and cannot be replayed.',
  replay: 'Replay',
  replayAll: 'Replay all',
  remove: 'Delete',
  replayTitle: 'Put back into the queue?',
  replayText: 'Each message goes back into its queue. If it is refused again, it comes back here with the new reason.',
  removeTitle: 'Delete for good?',
  removeText: 'Deleted messages are lost. Delete only messages that are not needed.',
  messages: (count: number, text: string) => plural(count, 'one message', `${text} messages`),
  putsBack: (messages: string) => `Puts ${messages} back into the queue.`,
  deletes: (messages: string) => `Deletes ${messages} for good.`,
  erasedLeft: (count: number, text: string) =>
    plural(
      count,
      'One more was erased with the customer’s data and stays here.',
      `${text} more were erased with customers’ data and stay here.`,
    ),
  between: (first: string, last: string) =>
    `Refused between ${first} and ${last}. Messages refused from now on are not affected.`,
  replayed: (count: number) => plural(count, 'One message was put back.', `${count} messages were put back.`),
  removed: (count: number) => plural(count, 'One message was deleted.', `${count} messages were deleted.`),
  removeAll: 'Delete all',
};

/** Erasing a customer's data. */
export const eraseEn = {
  button: 'Erase …',
  title: 'Erase the customer’s data?',
  submit: 'Erase for good',
  phone: 'Phone number',
  phoneHint: 'For all orders with this number, at all merchants. Empty: this order alone.',
  force: 'Also orders under way, which then cannot be delivered',
  text:
    'Name, phone, address, items and external_data are lost, here and in webhooks that still wait. Merchants’ ' +
    'and couriers’ copies stay.',
  orders: (count: number, text: string) => plural(count, 'Erases one order.', `Erases ${text} orders.`),
  more: 'There are more; do it again afterwards.',
  left: (count: number, text: string) =>
    plural(count, 'One order stays, because it is under way.', `${text} orders stay, because they are under way.`),
  erased: 'erased before',
  done: (count: number, text: string) => plural(count, 'One order was erased.', `${text} orders were erased.`),
  running: 'The erasure has begun and goes on in the background.',
};
