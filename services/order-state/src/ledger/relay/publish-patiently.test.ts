import { describe, expect, it } from '@jest/globals';
import type { DeliveryReleased } from '@delivery/contracts';
import { PublishNotConfirmedError } from '@delivery/messaging';
import { publishPatiently } from './publish-patiently.js';

const message: DeliveryReleased = {
  type: 'delivery.released',
  schema_version: 1,
  delivery_id: '01890000-0000-7000-8000-000000000000',
  endpoint_id: '01890000-0000-7000-8000-000000000001',
  merchant_id: 'm',
  order_id: '0123456789abcdef01234567',
  generation: 1,
  attempt: 1,
  schedule_attempt: 1,
  webhook_id: 'msg_1',
  sequence: 1,
  previous_sequence: 0,
  url: 'http://127.0.0.1/',
  sealed_secrets: [],
  body: '{}',
  replay_id: null,
  traceparent: null,
  event: 'status_changed',
};
const fault = (reason: 'not_connected' | 'channel_lost') => new PublishNotConfirmedError(reason, 'm1');

/** Fails as told, then publishes. */
const createBroker = (...faults: Error[]) => {
  const published: string[] = [];
  return {
    published,
    publish: ({ delivery_id: id }: DeliveryReleased) => {
      const next = faults.shift();
      if (!next) published.push(id);
      return next ? Promise.reject(next) : Promise.resolve();
    },
  };
};

describe('a release that cannot be published', () => {
  it('goes out when the broker is back, where it was certainly not sent', async () => {
    const broker = createBroker(fault('not_connected'));
    let giveBack: () => void = () => undefined;
    const back = new Promise<void>((resolve) => (giveBack = resolve));
    const sent = publishPatiently(broker.publish, () => back)(message);
    expect(broker.published).toEqual([]);
    giveBack();
    await sent;
    expect(broker.published).toEqual([message.delivery_id]);
  });

  it('is left to the sweeper where it may have arrived', async () => {
    const broker = createBroker(fault('channel_lost'));
    const sent = publishPatiently(broker.publish, () => Promise.resolve())(message);
    await expect(sent).rejects.toThrow('channel_lost');
    expect(broker.published).toEqual([]);
  });

  it('is left to the sweeper where the broker stays away, with the first reason', async () => {
    const broker = createBroker(fault('not_connected'));
    const sent = publishPatiently(broker.publish, () => Promise.reject(new Error('aborted')))(message);
    await expect(sent).rejects.toThrow('not_connected');
  });
});
