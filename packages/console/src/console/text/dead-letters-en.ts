import type { MessageOrigin, ReasonName } from '../dead-letters/rules/name-reason.js';

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** The service speaks English. */
const saidByService: Readonly<Partial<Record<ReasonName, (...parts: string[]) => string>>> = {};

export const deadLettersEn = {
  reasons: saidByService,
  origin: ({ exchange, key, times }: MessageOrigin) =>
    `Published to ${exchange === undefined ? 'the default exchange' : `the exchange ${exchange}`} as ${key}; redelivered ${plural(times, 'once', `${times} times`)}.`,
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
  look: 'Look at the message',
  unreadable: 'It is not JSON.',
  erased: 'The message was erased with the customer’s data and cannot be replayed.',
  replay: 'Replay',
  replayAll: 'Replay all',
  remove: 'Delete',
  replayTitle: 'Put back into the queue?',
  replayText: 'Each message goes back into its queue. If it is refused again, it comes back here with the new reason.',
  removeTitle: 'Delete for good?',
  removeText: 'Deleted messages are lost. Only delete what you know is not needed.',
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
