import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ack,
  createBatchConsumer,
  createRequester,
  createUnconfirmedPublisher,
  type ReceivedMessage,
  ReplyLostError,
} from '../src/index.js';
import { type Broker, createBroker, ids, until, work, workMessage } from './broker.js';

describe('a requester', () => {
  let broker: Broker;
  beforeEach(async () => {
    broker = await createBroker();
  });
  afterEach(() => broker.stop());

  const reply = (to: ReceivedMessage) => ({
    exchange: '',
    routingKey: to.properties.replyTo ?? '',
    body: Buffer.from(`verdict on ${to.body.toString()}`),
    messageId: `reply-${to.properties.messageId ?? ''}`,
    type: 'verdict',
    correlationId: to.properties.correlationId,
  });

  /** Hands each message to `answer`, with a way to send verdicts. */
  const startResponder = async (answer: (message: ReceivedMessage, respond: () => boolean) => void) => {
    const answering = broker.connection({ name: 'answer' });
    const verdicts = createUnconfirmedPublisher(answering);
    const publisher = await broker.publisher();
    const consuming = broker.connection({ name: 'consume' });
    createBatchConsumer({
      connection: consuming,
      publisher,
      queue: work,
      prefetch: 50,
      logger: broker.log.logger,
      handleBatch: (messages) => {
        for (const message of messages) answer(message, () => verdicts.publishUnconfirmed(reply(message)));
        return Promise.resolve(messages.map(() => ack));
      },
    });
    await Promise.all([answering.waitUntilReady(), consuming.waitUntilReady()]);
  };

  it('gives each request its own reply', async () => {
    await startResponder((_message, respond) => respond());
    const connection = broker.connection();
    const requester = createRequester(connection, { waitingMax: 200 });
    await connection.waitUntilReady();
    const requests = ids('m', 200).map((id) => ({ id, ...requester.request(workMessage(id)) }));
    for (const request of requests) {
      await request.confirmed;
      expect((await request.reply).body.toString()).toBe(`verdict on ${request.id}`);
    }
    await requester.request(workMessage('after')).reply;
  });

  it('keeps two requests with the same message id apart', async () => {
    await startResponder((_message, respond) => respond());
    const connection = broker.connection();
    const requester = createRequester(connection);
    await connection.waitUntilReady();
    const [first, second] = [requester.request(workMessage('same')), requester.request(workMessage('same'))];
    const replies = await Promise.all([first.reply, second.reply]);
    expect(new Set(replies.map(({ properties }) => properties.correlationId)).size).toBe(2);
  });

  it('hands a reply that comes after the caller has left to onLateReply', async () => {
    let respondLater: (() => boolean) | undefined;
    await startResponder((_message, respond) => (respondLater = respond));
    const connection = broker.connection();
    const late = new Promise<ReceivedMessage>((resolve) => {
      const requester = createRequester(connection, { onLateReply: resolve, waitingMax: 1 });
      void connection.waitUntilReady().then(async () => {
        const request = requester.request(workMessage('m'));
        await request.confirmed;
        request.cancel();
        await requester.request(workMessage('after')).confirmed;
        await until('the request has arrived', () => respondLater !== undefined);
        respondLater?.();
      });
    });
    expect((await late).body.toString()).toBe('verdict on m');
  });

  it('rejects all waiting requests when the channel is lost, and works again on the next one', async () => {
    const proxy = await broker.proxy();
    let isAnswering = false;
    await startResponder((_message, respond) => isAnswering && respond());
    const connection = broker.connection({ urls: [proxy.url] });
    const requester = createRequester(connection, { waitingMax: 5 });
    await connection.waitUntilReady();
    const requests = ids('m', 5).map((id) => requester.request(workMessage(id)));
    await Promise.all(requests.map(({ confirmed }) => confirmed));
    proxy.cut();
    const outcomes = await Promise.allSettled(requests.map((request) => request.reply));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'channel_lost' } });
    }
    isAnswering = true;
    await until('the requester is back', requester.isReady);
    expect((await requester.request(workMessage('after')).reply).body.toString()).toBe('verdict on after');
  });

  it('gives up a reply whose request is in no queue', async () => {
    const connection = broker.connection();
    const requester = createRequester(connection);
    await connection.waitUntilReady();
    const request = requester.request(workMessage('m', { routingKey: 'nowhere' }));
    await expect(request.confirmed).rejects.toMatchObject({ reason: 'returned' });
    await expect(request.reply).rejects.toBeInstanceOf(ReplyLostError);
  });

  it('refuses a request beyond its bound, and one while it is not connected', async () => {
    const connection = broker.connection();
    const requester = createRequester(connection, { waitingMax: 1 });
    const early = requester.request(workMessage('early'));
    await expect(early.confirmed).rejects.toMatchObject({ reason: 'not_connected' });
    await connection.waitUntilReady();
    const first = requester.request(workMessage('first'));
    await expect(requester.request(workMessage('second')).confirmed).rejects.toMatchObject({ reason: 'overloaded' });
    await first.confirmed;
  });

  it('rejects requests that still wait when it is closed', async () => {
    const connection = broker.connection();
    const requester = createRequester(connection);
    await connection.waitUntilReady();
    const request = requester.request(workMessage('m'));
    await request.confirmed;
    await connection.close({ timeoutMs: 2_000 });
    await expect(request.reply).rejects.toMatchObject({ reason: 'channel_lost' });
  });

  it('does not harm a responder when the requester has left', async () => {
    let answered = 0;
    await startResponder((_message, respond) => respond() && (answered += 1));
    const connection = broker.connection();
    const requester = createRequester(connection);
    await connection.waitUntilReady();
    await requester.request(workMessage('m')).reply;
    const gone = broker.connection();
    const leaving = createRequester(gone);
    await gone.waitUntilReady();
    await leaving.request(workMessage('n')).confirmed;
    await gone.close({ timeoutMs: 2_000 });
    await requester.request(workMessage('o')).reply;
    expect(answered).toBe(3);
    expect(broker.log.lines.some(({ message }) => message === 'messaging.connection_lost')).toBe(false);
  });
});
