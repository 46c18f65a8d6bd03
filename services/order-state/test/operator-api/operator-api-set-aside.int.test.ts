import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listSchema, type OrderMessage, setAsideSchema } from '@delivery/contracts';
import { parkAttempts } from '../../src/ledger/queries/sweep.js';
import { setCommandsAside } from '../../src/orders/set-aside.js';
import { attemptedOf, newOrderId } from '../support/messages.js';
import { type Apis, startApis } from '../support/start-apis.js';

let apis: Apis;
beforeAll(async () => {
  apis = await startApis();
});
afterAll(() => apis.stop());

const why = { by: 'ana', reason: 'ticket 4711' };
const reason = 'its statements fail or take too long: SQLSTATE 57014';
const list = async () => listSchema(setAsideSchema).parse((await apis.operator('GET', '/set-aside')).body).data;

const setAside = async (): Promise<OrderMessage> => {
  const message: OrderMessage = {
    id: 'message-1',
    schema_version: 1,
    type: 'order.ready_requested',
    occurred_at: '2026-06-01T12:00:00.000Z',
    order_id: newOrderId(),
    merchant_id: '0'.repeat(32),
    payload: {},
  };
  const deps = { pool: apis.pool, now: Date.now, onSetAside: () => undefined };
  await setCommandsAside(deps, [{ item: message, reason }], [{ ...message, id: 'message-2' }]);
  return message;
};

const readActivity = async (id: string) => (await apis.operator('GET', `/activity?subject=${id}`)).body.data;

describe('Messages that are set aside', () => {
  it('[P9] are listed without those behind them, are tried when the operator says so, and are refused on record when given up', async () => {
    const message = await setAside();
    const [listed, ...others] = await list();
    expect([listed, others]).toMatchObject([{ kind: 'command', order_id: message.order_id, reason, tries: 0 }, []]);
    const path = `/set-aside/${listed?.id}`;
    const retried = await apis.operator('POST', `${path}/retry`, { body: why });
    expect(retried.status).toBe(200);
    expect(Date.parse(String(retried.body['next_try_at']))).toBeLessThanOrEqual(Date.now());
    expect((await apis.operator('POST', `${path}/discard`, { body: why })).status).toBe(204);
    expect(await list()).toEqual([]);
    const { rows } = await apis.pool.query('select id, outcome, detail from all_commands where order_id = $1', [
      message.order_id,
    ]);
    expect(rows).toEqual([
      {
        id: message.id,
        outcome: 'refused',
        detail: 'The database could not apply this command, and an operator discarded it.',
      },
    ]);
    expect(await readActivity(listed?.id ?? '')).toMatchObject([
      { action: 'set_aside.discarded', reason: 'ticket 4711' },
      { action: 'set_aside.retried', reason: 'ticket 4711' },
    ]);
    expect((await apis.operator('POST', `${path}/discard`, { body: why })).status).toBe(404);
  });

  it('are reports of attempts, too, which leave nothing when they are given up', async () => {
    const attempt = attemptedOf({
      delivery_id: randomUUID(),
      order_id: newOrderId(),
      endpoint_id: randomUUID(),
      owner_id: '0'.repeat(32),
      generation: 1,
    });
    await parkAttempts(
      apis.pool,
      [
        { attempt, slowReason: reason },
        { attempt, slowReason: null },
      ],
      new Date(),
    );
    const [listed] = await list();
    expect(listed).toMatchObject({ kind: 'attempt', order_id: attempt.order_id, endpoint_id: attempt.endpoint_id });
    expect((await apis.operator('POST', `/set-aside/${listed?.id}/discard`, { body: why })).status).toBe(204);
    expect((await apis.pool.query('select slow_reason from parked_attempts')).rows).toEqual([{ slow_reason: null }]);
  });
});
