import type { OrderMessage, Verdict } from '@delivery/contracts';
import type { PublishOptions, ReceivedMessage } from '@delivery/messaging';
import { commandKeyOf } from '../orders/rules/command-key.js';

export type SendVerdict = (message: PublishOptions) => boolean;

/**
 * Answers every message that asked for a reply. Fire and forget: a requester that misses it asks again.
 * @param verdicts by command key
 * @param commands the commands of the messages, in their order
 */
export const sendVerdicts = (
  send: SendVerdict,
  messages: readonly ReceivedMessage[],
  verdicts: ReadonlyMap<string, Verdict>,
  commands: readonly OrderMessage[],
): void => {
  messages.forEach(({ properties }, index) => {
    const command = commands[index];
    const verdict = command && verdicts.get(commandKeyOf(command));
    if (properties.replyTo === undefined || !verdict) return;
    send({
      exchange: '',
      routingKey: properties.replyTo,
      body: Buffer.from(JSON.stringify(verdict)),
      messageId: verdict.message_id,
      type: verdict.type,
      correlationId: properties.correlationId ?? verdict.message_id,
    });
  });
};
