import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveOrderId } from '@delivery/contracts';
import { pollUntil, startTcpProxy, targetOf } from '@delivery/test-support';
import { callAs, createOrder, type Harness, readReply, startHarness, untilReady } from '../support/intake-harness.js';
import { orderContent } from '../support/sample-order.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ VERDICT_WAIT_MS: '1000', RATE_LIMIT_CREATE_PER_MINUTE: '100000' });
});
afterAll(() => harness.close());
afterEach(async () => {
  harness.verdicts.state.verdictFor = () => ({});
  // A verdict in time ends the skipping that a test may have left on.
  const inTime = await metric('intake_verdict_waits_total{result="in_time"');
  while ((await metric('intake_verdict_waits_total{result="in_time"')) === inTime) await createAnother();
});

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${harness.url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1) ?? 0,
  );
};
/** A repeated order would be answered from memory for a minute. */
const createAnother = () => createOrder(harness, orderContent({ external_id: randomUUID() }));
const ready = (externalId: string) =>
  callAs(harness, harness.merchant, 'POST', `/v1/external-orders/${idOf(externalId)}/ready`);
const idOf = (externalId: string) => deriveOrderId(harness.merchant.entry.merchant_id, externalId);

describe('when order-state is silent', () => {
  it('creates are still 201 and readies 202, because they are in the queue', async () => {
    harness.verdicts.state.verdictFor = () => 'silence';
    const count = harness.verdicts.state.received.length;
    expect(await createOrder(harness, orderContent({ external_id: 'silent' }))).toMatchObject({
      status: 201,
      json: { id: idOf('silent') },
    });
    expect(await ready('silent')).toMatchObject({ status: 202, json: { id: idOf('silent') } });
    await harness.verdicts.untilReceived(count + 2);
  });

  it('only a probe waits after three timeouts, and every request waits again once a verdict came', async () => {
    harness.verdicts.state.verdictFor = () => 'silence';
    const timedOut = await metric('intake_verdict_waits_total{result="timed_out"');
    const skipped = await metric('intake_verdict_waits_total{result="skipped"');
    while ((await metric('intake_verdict_waits_total{result="skipped"')) === skipped) await createAnother();
    expect(await metric('intake_verdict_waits_total{result="timed_out"')).toBeGreaterThanOrEqual(timedOut + 1);
    const inTime = await metric('intake_verdict_waits_total{result="in_time"');
    harness.verdicts.state.verdictFor = () => ({});
    while ((await metric('intake_verdict_waits_total{result="in_time"')) < inTime + 3) await createAnother();
    const skippedBefore = await metric('intake_verdict_waits_total{result="skipped"');
    expect((await createAnother()).status).toBe(201);
    expect(await metric('intake_verdict_waits_total{result="skipped"')).toBe(skippedBefore);
  });
});

describe('when the broker does not confirm', () => {
  const binding = () => `/api/bindings/${harness.vhost.vhost}/e/orders/q/order-state.orders/order.*`;

  it('[P1] an event that no queue takes is 503 with Retry-After, never 201', async () => {
    await harness.vhost.management(binding(), { method: 'DELETE' });
    const reply = await createOrder(harness);
    expect(reply).toMatchObject({ status: 503, json: { code: 'temporarily_unavailable' } });
    expect(reply.headers.get('retry-after')).toBe('1');
    await harness.verdicts.restoreBindings();
    while ((await createOrder(harness)).status !== 201) await untilReady(harness.url);
  });

  it('[P1] lost connections heal by themselves, and nothing is answered 201 meanwhile that did not arrive', async () => {
    const externalIds = Array.from({ length: 200 }, (_, index) => `heal-${index}`);
    const closing = harness.vhost.closeAllConnections();
    const statuses = new Map<string, number>();
    for (const externalId of externalIds) {
      statuses.set(externalId, (await createOrder(harness, orderContent({ external_id: externalId }))).status);
    }
    await closing;
    await untilReady(harness.url);
    while ((await createOrder(harness, orderContent({ external_id: 'last' }))).status !== 201)
      await untilReady(harness.url);
    const arrived = () => new Set(harness.verdicts.state.received.map(({ message }) => message.order_id));
    while (!arrived().has(idOf('last')))
      await harness.verdicts.untilReceived(harness.verdicts.state.received.length + 1);
    const accepted = externalIds.filter((externalId) => statuses.get(externalId) === 201);
    expect([...new Set(statuses.values())].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(accepted.filter((externalId) => !arrived().has(idOf(externalId)))).toEqual([]);
  });
});

describe('when RabbitMQ is lost', () => {
  it('is ready only if order-state has lost it, too: a replica that lost it alone takes no creates from the others', async () => {
    const broker = await startTcpProxy(() => [targetOf(harness.vhost.url)]);
    const lost = await startHarness({ RABBITMQ_URL: broker.urlOf(harness.vhost.url) });
    const untilReadiness = (status: number) =>
      pollUntil(`/readyz is ${status}`, async () => {
        const reply = await readReply(await fetch(`${lost.url}/readyz`));
        return reply.status === status ? reply.json : undefined;
      });
    const faults = { 'rabbitmq.publish': 'connection lost' };
    broker.cut();
    expect(await untilReadiness(503)).toEqual({ status: 'not_ready', missing: faults });
    lost.orderState.state.onCall = ({ path }) =>
      path === '/readyz' ? { status: 200, body: JSON.stringify({ degraded: faults }) } : { status: 404 };
    expect(await untilReadiness(200)).toEqual({ status: 'ready', missing: {}, degraded: faults });
    expect(await createOrder(lost)).toMatchObject({ status: 503, json: { code: 'temporarily_unavailable' } });
    await lost.orderState.stop();
    await untilReadiness(503);
    await lost.orderState.restart();
    broker.restore();
    expect(await untilReadiness(200)).toMatchObject({ status: 'ready' });
    await lost.close();
    await broker.close();
  });
});

describe('when it has too much to do', () => {
  it('[P12] the call beyond MAX_IN_FLIGHT is refused at once: 429 its own merchant, and 503 another one', async () => {
    const small = await startHarness({ MAX_IN_FLIGHT: '1' });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    small.verdicts.state.verdictFor = () => released.then(() => ({}));
    const first = createOrder(small);
    await small.verdicts.untilReceived(1);
    const second = await createOrder(small);
    expect(second).toMatchObject({ status: 429, json: { code: 'rate_limited' } });
    expect(second.headers.get('ratelimit')).toBe('"calls_under_way";r=0;t=1');
    const other = await callAs(small, small.otherMerchant, 'GET', `/v1/external-orders`);
    expect(other).toMatchObject({ status: 503, json: { code: 'temporarily_unavailable' } });
    expect([second, other].map(({ headers }) => headers.get('retry-after'))).toEqual(['1', '1']);
    release();
    expect((await first).status).toBe(201);
    await small.close();
  });
});

describe('when it is stopped', () => {
  it('the request under way is answered, its connection closed, and new ones are not taken', async () => {
    const stopping = await startHarness();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    stopping.verdicts.state.verdictFor = () => released.then(() => ({}));
    const underWay = createOrder(stopping);
    await stopping.verdicts.untilReceived(1);
    const stopped = stopping.stopIntake();
    // Requests on their way are still read for a moment: a load balancer hears 503, then its connections are refused.
    const readiness = await fetch(`${stopping.url}/readyz`).then(
      ({ status }) => status,
      () => 'refused',
    );
    expect([503, 'refused']).toContain(readiness);
    release();
    const reply = await underWay;
    expect([reply.status, reply.headers.get('connection')]).toEqual([201, 'close']);
    await stopped;
    const socket = connect(stopping.intake.port, '127.0.0.1');
    const [error] = await once(socket, 'error').catch((cause: unknown) => [cause]);
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    await stopping.verdicts.close();
    await stopping.orderState.stop();
    await stopping.vhost.delete();
  });
});
