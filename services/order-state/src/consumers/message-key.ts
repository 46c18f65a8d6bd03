import { createHash } from 'node:crypto';
import type { ReceivedMessage } from '@delivery/messaging';

/** A message without an id is known by its content, so that it is still the same when it comes again. */
export const messageKeyOf = ({ properties: { messageId }, body }: ReceivedMessage): string =>
  messageId === undefined || messageId === '' ? createHash('sha256').update(body).digest('hex') : messageId;
