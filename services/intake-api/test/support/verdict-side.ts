import { EventEmitter, once } from 'node:events';
import { type OrderMessage, orderMessageSchema, queues, topology, type Verdict } from '@delivery/contracts';
import {
  ack,
  createConnection,
  createMessageConsumer,
  createPublisher,
  createUnconfirmedPublisher,
  type ReceivedMessage,
} from '@delivery/messaging';
import type { Logger } from '@delivery/service-kit';

type VerdictFor = (message: OrderMessage) => Partial<Verdict> | 'silence' | Promise<Partial<Verdict> | 'silence'>;

/** Takes the order events from their real queue and answers with real verdicts, as the test says. */
export const startVerdictSide = async (url: string, logger: Logger) => {
  const consuming = createConnection({ urls: [url], name: 'test.consume', topology, logger });
  const publishing = createConnection({ urls: [url], name: 'test.publish', topology, logger });
  const replies = createUnconfirmedPublisher(publishing);
  const arrivals = new EventEmitter();
  const state = {
    received: [] as { message: OrderMessage; raw: ReceivedMessage }[],
    verdictFor: (() => ({})) as VerdictFor,
  };
  const reply = (message: OrderMessage, raw: ReceivedMessage, verdict: Partial<Verdict>) =>
    replies.publishUnconfirmed({
      exchange: '',
      routingKey: raw.properties.replyTo ?? '',
      messageId: `verdict-${message.id}`,
      type: 'verdict',
      correlationId: raw.properties.correlationId,
      body: Buffer.from(JSON.stringify({ ...neutralVerdict(message), ...verdict })),
    });
  createMessageConsumer({
    connection: consuming,
    publisher: createPublisher(publishing),
    queue: queues.orders,
    prefetch: 500,
    logger,
    handle: async (raw) => {
      const message = orderMessageSchema.parse(JSON.parse(raw.body.toString('utf8')));
      state.received.push({ message, raw });
      arrivals.emit('message');
      const verdict = await state.verdictFor(message);
      if (verdict !== 'silence') reply(message, raw, verdict);
      return ack;
    },
  });
  await Promise.all([consuming.waitUntilReady(), publishing.waitUntilReady()]);
  return {
    state,
    reply,
    restoreBindings: consuming.restoreBindings,
    /** Resolves when `count` messages have arrived in all. */
    untilReceived: async (count: number) => {
      while (state.received.length < count) await once(arrivals, 'message');
    },
    close: async () => {
      await consuming.close({ timeoutMs: 2_000 });
      await publishing.close({ timeoutMs: 2_000 });
    },
  };
};

const neutralVerdict = (message: OrderMessage): Verdict => ({
  type: 'verdict',
  message_id: message.id,
  order_id: message.order_id,
  outcome: 'applied',
  code: null,
  detail: null,
  order: null,
});
