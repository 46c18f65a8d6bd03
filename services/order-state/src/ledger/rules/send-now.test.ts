import { describe, expect, it } from '@jest/globals';
import { deliveryStateSchema } from '@delivery/contracts';
import { refuseSendNow } from './send-now.js';

describe('Sending now', () => {
  it('is refused for what does not wait, with the way out', () => {
    const refusals = deliveryStateSchema.options.map((state) => [state, refuseSendNow(state)?.code]);
    expect(Object.fromEntries(refusals)).toEqual({
      waiting: undefined,
      in_flight: undefined,
      held: 'endpoint_disabled',
      delivered: 'delivery_not_waiting',
      exhausted: 'delivery_not_waiting',
      skipped: 'delivery_not_waiting',
    });
    expect(refuseSendNow('held')?.detail).toContain('Enable the endpoint');
    expect(refuseSendNow('exhausted')?.detail).toContain('replay it');
  });
});
