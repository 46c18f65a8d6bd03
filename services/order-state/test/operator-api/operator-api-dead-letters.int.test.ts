import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type DeadLetterAction,
  type DeadLetterPreview,
  deadLetterPreviewSchema,
  deadLetterSchema,
  type DeadLetterTarget,
  type DeadLetterView,
  listSchema,
  type OperatorAction,
  previewTokenHeader,
  queues,
  topology,
} from '@delivery/contracts';
import { type Connection, createConnection, createPublisher } from '@delivery/messaging';
import { createLogger } from '@delivery/service-kit';
import { createVhost, type RabbitVhost } from '@delivery/test-support';
import { insertDeadLetters } from '../../src/dead-letters/queries.js';
import { createReplayDeadLetter } from '../../src/dead-letters/settle-dead-letters.js';
import { walkRetention } from '../support/ledger-world.js';
import { type Apis, startApis } from '../support/start-apis.js';

let vhost: RabbitVhost;
let connection: Connection;
let apis: Apis;
let nowMs = Date.now();
/** Runs after the broker has confirmed a replay, and before the API goes on. */
let afterConfirm: () => Promise<void>;

beforeAll(async () => {
  vhost = await createVhost();
  const logger = createLogger({ service: 'order-state', level: 'silent' });
  connection = createConnection({ urls: [vhost.url], name: 'test', logger, topology });
  const replay = createReplayDeadLetter(createPublisher(connection));
  await connection.waitUntilReady();
  apis = await startApis({
    now: () => nowMs,
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
  nowMs = Date.now();
  afterConfirm = () => Promise.resolve();
  await apis.pool.query('delete from dead_letters');
});

const why = { by: 'ana', reason: 'ticket 4711' };
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
      atMs: nowMs,
    },
  ]);
const list = async () => listSchema(deadLetterSchema).parse((await apis.operator('GET', '/dead-letters')).body).data;
const one = (letter: DeadLetterView | undefined): DeadLetterTarget => ({ dead_letter_id: letter?.id });
const ask = async (action: DeadLetterAction, target: DeadLetterTarget): Promise<DeadLetterPreview> =>
  deadLetterPreviewSchema
    .strict()
    .parse((await apis.operator('POST', '/dead-letters/preview', { body: { action, ...target } })).body);
/** `shown`: the preview that the action carries. */
const settle = (
  action: DeadLetterAction,
  target: DeadLetterTarget & Partial<OperatorAction>,
  shown?: DeadLetterPreview,
) =>
  apis.operator('POST', `/dead-letters/${action}`, {
    body: { ...why, ...target },
    ...(shown && { headers: { [previewTokenHeader]: shown.token } }),
  });
const takeFromQueue = () =>
  vhost.management(`/api/queues/${vhost.vhost}/${queues.orders}/get`, {
    method: 'POST',
    body: JSON.stringify({ count: 10, ackmode: 'ack_requeue_false', encoding: 'auto' }),
  });

const drainQueue = async (): Promise<unknown[]> => {
  const taken: unknown[] = [];
  for (;;) {
    const messages = (await takeFromQueue()) as unknown[];
    if (messages.length === 0) return taken;
    taken.push(...messages);
  }
};
const eraseOf = (messageId: string) =>
  apis.pool.query('update dead_letters set body = uuid_send(id), erased_at = now() where message_id = $1', [messageId]);

describe('Dead letters', () => {
  it('are listed newest first with reason, count and times, and without the message’s body', async () => {
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

  it('[P9] go back to the queue that they came from, unchanged and in their trace, and leave the list', async () => {
    await refuse('m-3', 'reason');
    const [letter] = await list();
    expect((await settle('replay', one(letter))).body).toEqual({ done: 1, remaining: 0 });
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
    expect((await settle('replay', one(letter))).body).toEqual({ done: 1, remaining: 0 });
    expect(await list()).toMatchObject([{ id: letter?.id, count: 2, reason: 'second reason' }]);
    await takeFromQueue();
  });

  it('[P18] are neither deleted nor put back without a name and a reason, which the log keeps', async () => {
    await refuse('w-1', 'newer');
    await refuse('w-2', 'newer');
    const [letter] = await list();
    const group = { queue: queues.orders, refused_for: 'newer' };
    for (const action of ['delete', 'replay'] as const) {
      for (const name of ['by', 'reason'] as const) {
        const refused = await settle(action, { ...group, [name]: undefined });
        expect([refused.status, refused.body.errors]).toMatchObject([400, [{ pointer: `/${name}` }]]);
      }
    }
    expect(await list()).toHaveLength(2);
    await settle('delete', one(letter));
    await settle('delete', { ...group, by: 'rui', reason: 'not needed' });
    expect(await list()).toEqual([]);
    const { body: log } = await apis.operator('GET', '/activity?action=dead_letter.deleted&limit=2');
    const { id: letterId } = letter ?? {};
    expect(log.data).toMatchObject([
      { actor: { name: 'rui' }, reason: 'not needed', subject: { id: queues.orders }, detail: 'refused for: newer' },
      { actor: { name: 'ana' }, reason: 'ticket 4711', subject: { id: letterId }, detail: 'refused for: newer' },
    ]);
  });

  it('[P31] with one reason are counted, put back together, and those refused since the preview stay', async () => {
    for (let n = 0; n < 120; n += 1) await refuse(`g-${n}`, 'newer');
    await refuse('h-1', 'other');
    await eraseOf('g-7');
    const group = { queue: queues.orders, refused_for: 'newer' };
    const preview = await ask('replay', group);
    expect(preview).toMatchObject({ action: 'replay', messages: 119, left_out: 1, truncated: false });
    nowMs += 1_000;
    await refuse('g-late', 'newer');
    const otherwise = await settle('delete', group, preview);
    expect([otherwise.status, otherwise.body.code]).toEqual([409, 'preview_stale']);
    const done = await settle('replay', group, preview);
    expect([done.status, done.body]).toEqual([200, { done: 119, remaining: 0 }]);
    expect(await drainQueue()).toHaveLength(119);
    expect((await list()).map(({ message_id }) => message_id)).toEqual(['g-late', 'h-1', 'g-7']);
  });

  it('[P31] with one reason are not put back where one that was shown is gone or was refused again', async () => {
    for (const id of ['r-1', 'r-2', 'r-3']) await refuse(id, 'newer');
    const group = { queue: queues.orders, refused_for: 'newer' };
    const shown = { replay: await ask('replay', group), delete: await ask('delete', group) };
    nowMs += 1_000;
    await refuse('r-2', 'newer');
    for (const action of ['replay', 'delete'] as const) {
      const refused = await settle(action, group, shown[action]);
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        expect.stringContaining('the number of messages was 3 and is now 2'),
      ]);
    }
    expect(await list()).toHaveLength(3);
    expect((await settle('delete', group, await ask('delete', group))).body).toEqual({ done: 3, remaining: 0 });
    expect(await list()).toEqual([]);
  });

  it('with one reason that are refused again at once are met once, and are on the list again', async () => {
    for (const id of ['a-1', 'a-2']) await refuse(id, 'newer');
    let confirmed = 0;
    afterConfirm = async () => {
      confirmed += 1;
      nowMs += 1_000;
      await refuse('a-1', 'newer');
    };
    const group = { queue: queues.orders, refused_for: 'newer' };
    const done = await settle('replay', group);
    expect([done.body.done, confirmed]).toEqual([2, 2]);
    expect(await list()).toMatchObject([{ message_id: 'a-1', count: 3 }]);
    await drainQueue();
  });

  it('with one reason stay on the list where the broker confirms nothing, and those that it confirmed leave it', async () => {
    for (const id of ['b-1', 'b-2', 'b-3']) await refuse(id, 'newer');
    let asked = 0;
    afterConfirm = () => {
      asked += 1;
      return asked === 2 ? Promise.reject(new Error('connection lost')) : Promise.resolve();
    };
    const group = { queue: queues.orders, refused_for: 'newer' };
    const failed = await settle('replay', group);
    expect([failed.status, failed.body.code]).toEqual([503, 'temporarily_unavailable']);
    expect(await list()).toHaveLength(1);
    expect((await settle('replay', group)).body).toEqual({ done: 1, remaining: 0 });
    await drainQueue();
  });

  it('[P31] are previewed one by one too, and not touched once they were refused again', async () => {
    await refuse('o-1', 'reason');
    const [letter] = await list();
    const before = await ask('delete', one(letter));
    expect(before).toMatchObject({ messages: 1, left_out: 0 });
    await refuse('o-1', 'another reason');
    const refused = await settle('delete', one(letter), before);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining('the number of refusals was 1 and is now 2'),
    ]);
    await eraseOf('o-1');
    expect(await ask('replay', one(letter))).toMatchObject({ messages: 0, left_out: 1 });
    const deleted = await settle('delete', one(letter), await ask('delete', one(letter)));
    expect(deleted.body).toEqual({ done: 1, remaining: 0 });
  });

  it('[P19] lose their message after CUSTOMER_DATA_DAYS and are gone after RETENTION_DAYS, replayed or not', async () => {
    const todayMs = nowMs;
    for (const days of [91, 89, 31, 29]) {
      nowMs = todayMs - days * 24 * 3_600_000;
      for (const name of ['listed', 'replayed']) await refuse(`${name}-${days}`, 'newer');
    }
    nowMs = todayMs;
    await apis.pool.query(`update dead_letters set replayed_at = last_at where message_id like 'replayed-%'`);
    await walkRetention({ pool: apis.pool, now: () => nowMs });
    const { rows } = await apis.pool.query<{ message_id: string; is_erased: boolean }>(
      'select message_id, body = uuid_send(id) and erased_at is not null as is_erased from dead_letters order by id',
    );
    expect(rows.map(({ message_id, is_erased }) => `${message_id} ${is_erased ? 'erased' : 'whole'}`)).toEqual([
      'listed-89 erased',
      'replayed-89 erased',
      'listed-31 erased',
      'replayed-31 erased',
      'listed-29 whole',
      'replayed-29 whole',
    ]);
  });

  it.each([
    [{ action: 'replay' }, ['']],
    [{ action: 'replay', queue: 'q' }, ['']],
    [{ action: 'purge', queue: 'q', refused_for: 'r' }, ['/action']],
    [{ action: 'delete', queue: 'q', refused_for: 'r', dead_letter_id: randomUUID() }, ['']],
  ])('are not previewed by a faulty request: %j', async (body, pointers) => {
    const { status, body: problem } = await apis.operator('POST', '/dead-letters/preview', { body });
    expect([status, problem.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([400, pointers]);
  });
});
