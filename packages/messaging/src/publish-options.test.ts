import { describe, expect, it } from '@jest/globals';
import { toAmqpOptions } from './publish-options.js';

const message = { exchange: 'e', routingKey: 'k', body: Buffer.alloc(0), messageId: 'm', type: 't' };

describe('toAmqpOptions', () => {
  it('is safe by default: persistent and mandatory', () => {
    expect(toAmqpOptions(message)).toMatchObject({ persistent: true, mandatory: true });
    expect(toAmqpOptions({ ...message, persistent: false, mandatory: false })).toMatchObject({
      persistent: false,
      mandatory: false,
    });
  });

  it('gives the lifetime as the text that AMQP wants', () => {
    expect(toAmqpOptions({ ...message, expirationMs: 1_500 })).toMatchObject({ expiration: '1500' });
    expect(toAmqpOptions(message)).not.toHaveProperty('expiration');
  });
});
