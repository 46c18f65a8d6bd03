import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  deriveOrderId,
  endpointWithSecretSchema,
  merchantCreatedSchema,
  operatorEndpointListEntrySchema,
  operatorEndpointSchema,
  operatorOrderLanesSchema,
  type OrderMessage,
  platformCreatedSchema,
  platformFeedPageSchema,
  platformOwnerId,
  platformScopes,
  platformWebhookDeliverySchema,
} from '@delivery/contracts';
import { pollUntil } from '@delivery/test-support';
import { insertMerchants } from '../support/ledger-world.js';
import { attemptedOf, messageOf } from '../support/messages.js';
import { type Json, orderContent, readyOrder, startApis, takeFrom, untilAnswered } from '../support/start-apis.js';

const apis = await startApis({ isPatient: true });
afterAll(() => apis.stop());

/** A platform in one mode. */
type Owner = { id: string; path: string; ownerId: string };
const inMode = (id: string, mode: 'live' | 'sandbox'): Owner => ({
  id,
  path: `/platforms/${id}/${mode}`,
  ownerId: platformOwnerId(id, mode),
});

const createPlatform = async (): Promise<Owner> => {
  const body = { name: `Pedidos ${randomUUID()}`, scopes: platformScopes };
  const made = await apis.operator('POST', '/platforms', { body });
  return inMode(platformCreatedSchema.parse(made.body).id, 'live');
};

const createOwn = async ({ path }: Owner, body: object = {}): Promise<string> => {
  const made = await apis.internal('POST', `${path}/merchants`, { body: { name: 'Pizzaria', ...body } });
  return merchantCreatedSchema.parse(made.body).merchant_id;
};

const createEndpoint = async ({ path }: Owner, body: object) => {
  const made = await untilAnswered(() => apis.internal('POST', `${path}/webhook-endpoints`, { body }));
  expect([made.status, made.body.code]).toEqual([201, undefined]);
  return endpointWithSecretSchema.parse(made.body);
};

/** A platform with a push endpoint and two merchants, of which one has an endpoint of its own. */
const arrange = async () => {
  const platform = await createPlatform();
  const push = await createEndpoint(platform, { url: 'https://platform.example/hook?key=1' });
  const first = await createOwn(platform, { reference: 'loja 1', webhook_url: 'https://shop.example/hook' });
  return { platform, push, first, second: await createOwn(platform) };
};

/** Oldest first. */
const reported = async ({ path }: Owner) => {
  const { body } = await apis.internal('GET', `${path}/webhook-deliveries?limit=100`);
  return platformWebhookDeliverySchema.array().parse(body.data).toReversed();
};

const feedOf = async ({ path }: Owner, query = '') => {
  const { body } = await apis.internal('GET', `${path}/events?${query}`);
  return platformFeedPageSchema.parse(body);
};

describe('A platform with endpoints', () => {
  it('[P4] gets the events of its merchants’ endpoints, in order, with the merchant of each', async () => {
    const { platform, push, first, second } = await arrange();
    const pull = await createEndpoint(platform, { type: 'pull' });
    const orderIds = [await readyOrder(apis, first), await readyOrder(apis, second)];
    const pushed = (await reported(platform)).filter(({ endpoint_id: id }) => id === push.id);
    expect(pushed).toMatchObject([
      { merchant_id: first, order_id: orderIds[0], event: 'status_changed', state: 'in_flight' },
      { merchant_id: first, order_id: orderIds[0], event: 'delivery_requested', state: 'waiting' },
      { merchant_id: second, order_id: orderIds[1], event: 'status_changed', state: 'in_flight' },
      { merchant_id: second, order_id: orderIds[1], event: 'delivery_requested', state: 'waiting' },
    ]);
    const { messages } = await takeFrom(apis, platform.ownerId, pull.id);
    expect(messages.map(({ headers }) => headers)).toMatchObject([
      { 'webhook-merchant': first, 'webhook-merchant-reference': 'loja%201', 'webhook-sequence': '1' },
      { 'webhook-merchant': second, 'webhook-sequence': '1' },
    ]);
    expect(messages[1]?.headers).not.toHaveProperty('webhook-merchant-reference');
    const ack = { body: { ids: messages.map(({ id }) => id) } };
    const acked = await apis.internal('POST', `${platform.path}/webhook-endpoints/${pull.id}/ack`, ack);
    expect(acked.body.unknown).toEqual([]);
    const { messages: later } = await takeFrom(apis, platform.ownerId, pull.id);
    expect(later.map(({ headers }) => headers['webhook-merchant'])).toEqual([first, second]);
    const requests = await apis.internal('GET', `${platform.path}/webhook-deliveries/${messages[0]!.id}/requests`);
    expect(requests.body.attempts[0].headers).toMatchObject({ 'webhook-merchant': first });
    const below = `/webhook-deliveries/${messages[0]!.id}/requests`;
    const seen = await apis.operator('GET', `/owners/${platform.ownerId}${below}`);
    expect(seen.body).toMatchObject({ customer_data: 'masked', attempts: requests.body.attempts });
    expect((await apis.operator('GET', `/owners/${platformOwnerId(platform.id, 'sandbox')}${below}`)).status).toBe(404);
  });

  it('[P7] gets no events of other platforms’ merchants or of the other mode, nor does a merchant see its endpoints', async () => {
    const { platform, push, first } = await arrange();
    const [other, sandbox] = [await arrange(), inMode(platform.id, 'sandbox')];
    const inSandbox = await createEndpoint(sandbox, { url: 'https://platform.example/test' });
    const orderId = await readyOrder(apis, first);
    expect([await reported(other.platform), await reported(sandbox)]).toEqual([[], []]);
    const [hidden] = await reported(platform);
    const own = `/merchants/${first}`;
    const lanes = await apis.internal('GET', `${own}/orders/${orderId}/lanes`);
    expect(lanes.body.lanes).toHaveLength(1);
    const { lanes: all } = operatorOrderLanesSchema.parse(
      (await apis.operator('GET', `/orders/${orderId}/lanes`)).body,
    );
    expect(all.map(({ endpoint }) => endpoint.merchant_id).sort()).toEqual([first, platform.ownerId].sort());
    const paths = ['/webhook-deliveries', '/webhook-endpoints', `/orders/${orderId}/events`, '/events', '/summary'];
    const seen = await Promise.all(paths.map((path) => apis.internal('GET', own + path)));
    const texts = [lanes, ...seen].map(({ text }) => text).join('');
    for (const text of [push.id, hidden!.id, 'platform.example', 'plat_', 'order_merchant_id'])
      expect(texts).not.toContain(text);
    expect((await apis.internal('GET', `${own}/search?q=${hidden!.webhook_id}`)).body.data).toEqual([]);
    expect((await takeFrom(apis, other.platform.ownerId, push.id)).outcome).toBe('endpoint_not_found');
    const shown = operatorEndpointSchema.parse((await apis.operator('GET', `/endpoints/${inSandbox.id}`)).body);
    expect(shown).toMatchObject({ merchant_id: sandbox.ownerId, status: 'active' });
    const { body: listed } = await apis.operator('GET', `/endpoints?platform_id=${platform.id}`);
    expect(
      operatorEndpointListEntrySchema
        .array()
        .parse(listed.data)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([push.id, inSandbox.id].sort());
    const { body: activity } = await apis.operator('GET', `/activity?subject=${push.id}`);
    expect(activity.data).toMatchObject([
      { action: 'endpoint.created', actor: { type: 'platform' }, merchant_id: platform.ownerId },
    ]);
    expect(activity.data[0].actor.name).toMatch(/^Pedidos/);
  });

  it('gets the events of a merchant that it has suspended, and none while it is disabled itself', async () => {
    const { platform, push, first } = await arrange();
    await apis.internal('PATCH', `${platform.path}/merchants/${first}`, { body: { status: 'disabled' } });
    await readyOrder(apis, first);
    expect(await reported(platform)).toHaveLength(2);
    const status = async () => {
      const { body } = await apis.internal('GET', `${platform.path}/webhook-endpoints/${push.id}`);
      return [body.status, body.disabled_reason];
    };
    const change = (body: object) => apis.operator('PATCH', `/platforms/${platform.id}`, { body });
    await change({ status: 'disabled' });
    expect(await status()).toEqual(['disabled', 'platform_disabled']);
    await readyOrder(apis, first);
    expect((await reported(platform)).at(-1)).toMatchObject({ state: 'held' });
    const wakes = apis.relayWakes();
    await change({ status: 'active' });
    expect(await status()).toEqual(['active', null]);
    expect(apis.relayWakes()).toBeGreaterThan(wakes);
  });

  it('reads the events of all of its merchants in one order, and goes on where it stopped', async () => {
    const { platform, first, second } = await arrange();
    const other = await arrange();
    const { next_cursor: end } = await feedOf(platform, 'after=latest');
    const orderIds = [await readyOrder(apis, first), await readyOrder(apis, second), await readyOrder(apis, first)];
    await readyOrder(apis, other.first);
    // The feed waits for every transaction that began before, also of other databases.
    const data = await pollUntil('their events', async () => {
      const page = await feedOf(platform, `after=${end}&events=delivery_requested,status_changed`);
      return page.data.length >= 2 * orderIds.length ? page.data : undefined;
    });
    expect(data.map(({ order_id: id, sequence }) => [id, sequence])).toEqual(
      orderIds.flatMap((id) => [
        [id, 1],
        [id, 2],
      ]),
    );
    expect(data.map(({ merchant_id: id, reference }) => [id, reference]).slice(1, 3)).toEqual([
      [first, 'loja 1'],
      [second, null],
    ]);
    expect((await feedOf(platform, `after=${data[3]!.cursor}&limit=1`)).data).toEqual([data[4]]);
    expect((await feedOf(inMode(platform.id, 'sandbox'))).data).toEqual([]);
    const foreign = await apis.internal('GET', `${other.platform.path}/events?after=${end}`);
    expect([foreign.status, foreign.body.code]).toEqual([400, 'invalid_parameter']);
  });
});

/** Reports all that is in flight to the endpoint as delivered. @returns the merchants of these */
const settleInFlight = async (endpointId: string): Promise<string[]> => {
  type Row = { id: string; order_id: string; owner_id: string; order_merchant_id: string; generation: number };
  const { rows } = await apis.pool.query<Row>(
    `select id, order_id, owner_id, order_merchant_id, generation from webhook_deliveries
     where endpoint_id = $1 and state = 'in_flight'`,
    [endpointId],
  );
  await apis.settle(
    rows.map(({ id, order_id, owner_id, generation }) =>
      attemptedOf({ delivery_id: id, order_id, endpoint_id: endpointId, owner_id, generation }),
    ),
  );
  return rows.map(({ order_merchant_id: id }) => id);
};

/** As if the platform had added them. */
const addMerchants = async ({ id }: Owner, count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => randomUUID().replaceAll('-', ''));
  await insertMerchants(apis.pool, { ids, platformId: id });
  // As autovacuum does after so many rows: the engine's plans are of a time when the tables were nearly empty.
  await apis.pool.query('analyze owners, merchants');
  return ids;
};

/** Ready orders, one of each of these merchants, in two batches. */
const readyOrders = async (merchantIds: readonly string[]): Promise<void> => {
  const orders = merchantIds.map((merchantId) => ({ merchantId, externalId: randomUUID() }));
  const messagesOf = (type: OrderMessage['type'], payloadOf: (externalId: string) => object): OrderMessage[] =>
    orders.map(({ merchantId, externalId }) =>
      messageOf(deriveOrderId(merchantId, externalId), {
        type,
        merchant_id: merchantId,
        payload: payloadOf(externalId),
      }),
    );
  await apis.applyMessages(messagesOf('order.submitted', (id) => ({ order: orderContent(id), external_data: '{}' })));
  await apis.applyMessages(messagesOf('order.ready_requested', () => ({})));
};

/** As if one merchant had made so many orders at once: each has one delivery, which is due. */
const insertBacklog = async (platform: Owner, endpointId: string, merchantId: string, count: number): Promise<void> => {
  await apis.pool.query(
    `with happened as (
       insert into events (order_id, sequence, event, body, created_at, merchant_id, position)
       select substr(md5($3::text || n), 1, 24), 1, 'status_changed', '{}', now(), $3, 0 from generate_series(1, $4::int) n
       returning order_id
     ), counted as (
       insert into ledger_counts as c values (-1, 'matched', $4)
       on conflict (slot, name) do update set n = c.n + excluded.n
     )
     insert into webhook_deliveries (id, order_id, endpoint_id, owner_id, order_merchant_id, sequence, previous_sequence, event,
                             webhook_id, state, gate_open, not_before, created_at)
     select gen_random_uuid(), order_id, $2, $1, $3, 1, 0, 'status_changed', 'msg_' || order_id, 'waiting', true,
            now() - interval '1 hour', now() from happened`,
    [platform.ownerId, endpointId, merchantId, count],
  );
};

describe('One endpoint for 10,000 merchants', () => {
  it('[P6] gives each merchant its turn: 10,000 webhooks of one do not keep those of three hundred others waiting', async () => {
    const platform = await createPlatform();
    const push = await createEndpoint(platform, { url: 'https://platform.example/hook' });
    const [busy = '', ...merchants] = await addMerchants(platform, 10_000);
    await insertBacklog(platform, push.id, busy, 10_000);
    const quiet = merchants.slice(0, 300);
    await readyOrders([...quiet, busy]);
    const waits = new Set(quiet);
    let ofBusy = 0;
    for (let rounds = 0; waits.size > 0; rounds += 1) {
      // The narrowest window has 16 places: three hundred turns are 19 rounds, and the second event of each has one too.
      expect(rounds).toBeLessThan(40);
      for (const merchantId of await settleInFlight(push.id)) {
        waits.delete(merchantId);
        if (merchantId === busy) ofBusy += 1;
      }
    }
    // And the one goes on: it has its turns too.
    expect(ofBusy).toBeGreaterThan(1);
    expect((await apis.operator('GET', '/audit')).body).toMatchObject({ balanced: true });
  });

  it('[P6] hands out to polls by turns too, each once before any comes again', async () => {
    const platform = await createPlatform();
    const pull = await createEndpoint(platform, { type: 'pull' });
    // Turns go by id: without a memory the first merchant would have each of them.
    const [busy = '', ...quiet] = (await addMerchants(platform, 25)).sort();
    await insertBacklog(platform, pull.id, busy, 1_000);
    await readyOrders(quiet);
    const turns: Json[] = [];
    for (const limit of [10, 10, 5]) {
      const { messages } = await takeFrom(apis, platform.ownerId, pull.id, limit);
      turns.push(...messages.map(({ headers }) => headers['webhook-merchant']));
    }
    expect(new Set(turns)).toEqual(new Set([busy, ...quiet]));
  });
});

describe('An endpoint whose window has fewer places than merchants have backlogs', () => {
  it('[P6] gets one webhook of each merchant before a second one of any', async () => {
    const platform = await createPlatform();
    const push = await createEndpoint(platform, { url: 'https://platform.example/hook' });
    const merchants = await addMerchants(platform, 40);
    for (const merchantId of merchants) await insertBacklog(platform, push.id, merchantId, 5);
    await readyOrders(merchants.slice(0, 1));
    const counts = new Map(merchants.map((merchantId) => [merchantId, 0]));
    while (Math.min(...counts.values()) === 0) {
      const sent = await settleInFlight(push.id);
      expect(sent).not.toEqual([]);
      for (const merchantId of sent) counts.set(merchantId, counts.get(merchantId)! + 1);
      expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
    }
  });
});
