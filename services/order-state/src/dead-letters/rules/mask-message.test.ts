import { expect, test } from '@jest/globals';
import { maskMessage } from './mask-message.js';

const orderId = '65f0c0ffee65f0c0ffee65f0';
const merchantId = '6c82f593eef5f68476b2f6a0d8d97623';
const maskedOf = (message: unknown) => maskMessage(Buffer.from(JSON.stringify(message)));

test('a message shows what services wrote, and of what people wrote only where it stands', () => {
  const message = {
    ...{ id: 'm-1', type: 'order.submitted', schema_version: 9, order_id: orderId, merchant_id: merchantId },
    payload: {
      content: { customer: { name: 'Ana', phone: '5511987650042' }, items: [{ quantity: 2, status: 'no onions' }] },
      external_data: { table: 4, id: 'Ana' },
      ...{ note: null, is_vip: true },
    },
  };
  const { body, ...about } = maskedOf(message);
  expect(about).toEqual({ order_id: orderId, merchant_id: merchantId });
  expect(JSON.parse(body ?? '')).toEqual({
    ...message,
    payload: {
      content: {
        customer: { name: '(masked)', phone: '(masked)' },
        items: [{ quantity: '(masked)', status: '(masked)' }],
      },
      external_data: '(masked)',
      ...{ note: null, is_vip: true },
    },
  });
});

test('an unreadable message is empty, and endless nesting is cut', () => {
  const none = { order_id: null, merchant_id: null, body: null };
  for (const body of ['', 'not JSON', '[1]', 'null', '"Ana"']) expect(maskMessage(Buffer.from(body))).toEqual(none);
  const deep = `{"a":${'['.repeat(5_000)}1${']'.repeat(5_000)}}`;
  const { body } = maskMessage(Buffer.from(deep));
  expect(body?.length).toBeLessThan(100);
  expect(maskedOf({ order_id: 'of Ana', merchant_id: 7 })).toMatchObject({ order_id: null, merchant_id: null });
});
