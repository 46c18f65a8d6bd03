import { exchanges } from '@delivery/contracts';
import type { Merchant } from '@delivery/test-support';
import type { CallLoad, Pace } from '../load/call-load.js';
import type { OutsideWorld } from '../load/outside-world.js';
import { readyCalls } from '../load/ready-calls.js';
import {
  readyTarget,
  type SeededOrder,
  type SubjectProduct,
  trackingUrlReported,
} from '../subjects/start-subject-product.js';

/** How an event of an order comes in. */
export type Way = {
  name: string;
  merchant: Merchant;
  webhooksEach: number;
  /** @returns when each was sent */
  send: (orders: readonly SeededOrder[], pace: Pace) => Promise<number[]>;
};

/** Couriers' reports over HTTP and AMQP, and a merchant's `ready`, whose endpoint takes one of its two events or both. */
export const prepareWays = async (world: OutsideWorld, subject: SubjectProduct): Promise<[Way, ...Way[]]> => {
  const { product } = subject;
  const [every] = subject.merchants;
  if (!every) throw new Error('no merchant to send for');
  const one = await product.createMerchant({ webhookUrl: `${world.webhookUrl}?one`, events: ['status_changed'] });
  const sendReady =
    (merchant: Merchant): Way['send'] =>
    (orders, pace) =>
      sentOf(world, {
        ...readyCalls(
          readyTarget(product, merchant),
          orders.map(({ id }) => id),
        ),
        pace,
      });
  return [
    {
      name: 'tracking URL, HTTP',
      merchant: every,
      webhooksEach: 1,
      send: (orders, pace) => sentOf(world, { ...trackingCalls(subject, orders), pace }),
    },
    {
      name: 'tracking URL, AMQP',
      merchant: every,
      webhooksEach: 1,
      send: (orders, pace) =>
        subject.publish(
          exchanges.fulfilment,
          orders.map(trackingUrlReported),
          'perSecond' in pace ? pace.perSecond : undefined,
        ),
    },
    { name: 'ready, one webhook', merchant: one, webhooksEach: 1, send: sendReady(one) },
    { name: 'ready, two webhooks', merchant: every, webhooksEach: 2, send: sendReady(every) },
  ];
};

const sentOf = async (world: OutsideWorld, load: CallLoad): Promise<number[]> => (await world.sendCalls(load)).sentMs;

const trackingCalls = ({ product }: SubjectProduct, orders: readonly SeededOrder[]): Omit<CallLoad, 'pace'> => ({
  port: Number(new URL(product.url('order-state')).port),
  authorization: `Bearer ${product.secrets.operatorToken}`,
  calls: orders.map(({ id }) => ({
    path: `/operator/v1/orders/${id}/tracking-url`,
    body: JSON.stringify({ tracking_url: `https://track.example/${id}` }),
  })),
});
