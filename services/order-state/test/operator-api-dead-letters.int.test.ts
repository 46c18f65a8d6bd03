import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deadLetterSchema, listSchema, queues, topology } from '@delivery/contracts';
import { type Connection, createConnection, createPublisher } from '@delivery/messaging';
import { createLogger } from '@delivery/service-kit';
import { createVhost, type RabbitVhost } from '@delivery/test-support';
import { createReplayDeadLetter } from '../src/operations/publish-dead-letter.js';
import { insertDeadLetters } from '../src/operations/sql/insert-dead-letters.js';
import { type Apis, startApis } from './start-apis.js';

let vhost: RabbitVhost;
let connection: Connection;
let apis: Apis;
/** Runs after the broker has confirmed a replay, and before the API goes on. */
let afterConfirm: () => Promise<void>;

beforeAll(async () => {
  vhost = await createVhost();
  const logger = createLogger({ service: 'order-state', level: 'silent' });
  connection = createConnection({ urls: [vhost.url], name: 'test', logger, topology });
  const replay = createReplayDeadLetter(createPublisher(connection));
  await connection.waitUntilReady();
  apis = await startApis({
    replayDeadLetter: async (letter) => {
      await replay(letter);
      await afterConfirm();
    },
  });
});
afterAll(async () => {
  await apis.stop();
  await connection.close({ timeoutMs: 5_000 });
  await vhost.delete();
});
beforeEach(async () => {
  afterConfirm = () => Promise.resolve();
  await apis.pool.query('delete from dead_letters');
});

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const refuse = (messageId: string, reason: string) =>
  insertDeadLetters(apis.pool, [
    {
      queue: queues.orders,
      messageId,
      type: 'order.submitted',
      reason,
      detail: 'from exchange orders',
      body: Buffer.from(`{"id":"${messageId}"}`),
      properties: { correlation_id: 'request-7', traceparent },
      atMs: Date.now(),
    },
  ]);
const list = async () => listSchema(deadLetterSchema).parse((await apis.operator('GET', '/dead-letters')).body).data;
const takeFromQueue = () =>
  vhost.management(`/api/queues/${vhost.vhost}/${queues.orders}/get`, {
    method: 'POST',
    body: JSON.stringify({ count: 10, ackmode: 'ack_requeue_false', encoding: 'auto' }),
  });

describe('Dead letters', () => {
  it('are listed newest first with reason, count and times, and without what the message said', async () => {
    await refuse('m-1', 'schema: payload.order missing');
    await refuse('m-2', 'schema_version 9 is newer than this release');
    await refuse('m-1', 'schema: payload missing');
    const answer = await apis.operator('GET', `/dead-letters?queue=${queues.orders}`);
    expect(answer.body.data).toMatchObject([
      { message_id: 'm-2', count: 1, queue: queues.orders },
      { message_id: 'm-1', count: 2, reason: 'schema: payload missing', detail: 'from exchange orders' },
    ]);
    expect(answer.text).not.toContain('body');
    expect((await apis.operator('GET', '/dead-letters?queue=other')).body.data).toEqual([]);
  });

  it('go back to the queue that they came from, unchanged and in their trace, and leave the list', async () => {
    await refuse('m-3', 'reason');
    const [letter] = await list();
    expect((await apis.operator('POST', `/dead-letters/${letter?.id}/replay`)).status).toBe(200);
    expect(await takeFromQueue()).toMatchObject([
      {
        payload: '{"id":"m-3"}',
        properties: { message_id: 'm-3', type: 'order.submitted', delivery_mode: 2, headers: { traceparent } },
      },
    ]);
    expect(await list()).toEqual([]);
  });

  it('that are refused again stay on the list with the new reason, however fast that was', async () => {
    await refuse('m-4', 'first reason');
    const [letter] = await list();
    afterConfirm = () => refuse('m-4', 'second reason');
    expect((await apis.operator('POST', `/dead-letters/${letter?.id}/replay`)).status).toBe(200);
    expect(await list()).toMatchObject([{ id: letter?.id, count: 2, reason: 'second reason' }]);
    await takeFromQueue();
  });

  it('stay on the list when the broker confirms nothing', async () => {
    await refuse('m-5', 'reason');
    const [letter] = await list();
    afterConfirm = () => Promise.reject(new Error('connection lost'));
    const answer = await apis.operator('POST', `/dead-letters/${letter?.id}/replay`);
    expect([answer.status, answer.body.code]).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await list()).toHaveLength(1);
    await takeFromQueue();
  });

  it('are deleted for good', async () => {
    await refuse('m-6', 'reason');
    const [letter] = await list();
    expect((await apis.operator('DELETE', `/dead-letters/${letter?.id}`)).status).toBe(204);
    for (const [method, path] of [
      ['DELETE', `/dead-letters/${letter?.id}`],
      ['POST', `/dead-letters/${letter?.id}/replay`],
      ['DELETE', '/dead-letters/x'],
    ] as const) {
      const answer = await apis.operator(method, path);
      expect([answer.status, answer.body.code]).toEqual([404, 'dead_letter_not_found']);
    }
  });
});
