import type { Verdict } from '@delivery/contracts';
import type { PublishOptions, ReceivedMessage } from '@delivery/messaging';

export type SendVerdict = (message: PublishOptions) => boolean;

/** Answers every message that asked to be answered. Fire and forget: whoever does not hear it asks again. */
export const sendVerdicts = (
  send: SendVerdict,
  messages: readonly ReceivedMessage[],
  verdicts: ReadonlyMap<string, Verdict>,
  messageIds: readonly string[],
): void => {
  messages.forEach(({ properties }, index) => {
    const messageId = messageIds[index];
    const verdict = messageId === undefined ? undefined : verdicts.get(messageId);
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
