import { createHash } from 'node:crypto';
import type { ReceivedMessage } from '@delivery/messaging';

/**
 * Tells a message from all others in its queue, and is the same when it comes again. Its id cannot: messages of different
 * orders may have the same, and some have none.
 */
export const messageKeyOf = ({ body }: ReceivedMessage): string => createHash('sha256').update(body).digest('hex');

/** What people find it by. */
export const messageIdOf = (message: ReceivedMessage): string => message.properties.messageId || messageKeyOf(message);
