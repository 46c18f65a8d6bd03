import { createHash } from 'node:crypto';
import type { ReceivedMessage } from '@delivery/messaging';

/** What people find a message by. One without an id is known by its content, which is the same when it comes again. */
export const messageIdOf = ({ properties, body }: ReceivedMessage): string =>
  properties.messageId || createHash('sha256').update(body).digest('hex');
