import { setTimeout as delay } from 'node:timers/promises';
import { webhookBodySchema, type WebhookEvent } from '@delivery/contracts';
import {
  createIntakeClient,
  expectSuccess,
  type Merchant,
  type Product,
  startTcpProxy,
  targetOf,
} from '@delivery/test-support';
import type { Random } from '../random.js';
import type { ReceivedWebhook } from '../record.js';
import { liveTill } from './live-till.js';
import { createReader } from './read-webhook.js';
import type { ShopEndpoint } from './shop-endpoint.js';

/** A program that pulls webhooks. It dies now and then by itself, wherever it stands, and comes back. */
export type Till = ShopEndpoint & {
  /** Kills it. @returns starts it again */
  die: () => () => void;
  /** From now on it lives as long as it is let. */
  settle: () => void;
  /** How often it died. */
  deathCount: () => number;
};

export type TillOptions = {
  product: Product;
  merchant: Merchant;
  name: string;
  filter: readonly WebhookEvent[] | undefined;
  random: Random;
  /** It was handed one, which is not accepted yet. */
  onWebhook: (webhook: ReceivedWebhook) => void;
  /** It has stored its messages, and acks them. */
  onAccepted: (webhook: ReceivedWebhook) => void;
  /** Called with a sentence for each answer that no till should ever get. */
  onWrongAnswer: (message: string) => void;
};

const lifeMinMs = 500;
const lifeMaxMs = 4_000;
const deathMinMs = 50;
const deathMaxMs = 500;

export const openTill = async (options: TillOptions): Promise<Till> => {
  const { product, merchant, name, filter, random } = options;
  const body = { type: 'pull', events: filter };
  const created = expectSuccess(await merchant.call('/v1/webhook-endpoints', { method: 'POST', body }));
  const id = String(created['id']);
  const proxy = await startTcpProxy(() => product.inRotation('intake-api').map(({ url }) => targetOf(url())));
  const life = {
    ...options,
    merchant: createIntakeClient(() => `http://127.0.0.1:${proxy.port}`, merchant),
    path: `/v1/webhook-endpoints/${id}`,
    read: createReader(name, String(created['secret']), webhookBodySchema),
    // The messages on its disk outlive it.
    settled: new Set<string>(),
  };
  const closing = new AbortController();
  const isClosing = (): boolean => closing.signal.aborted;
  let isSettled = false;
  let deathCount = 0;
  let current = new AbortController();
  let isOff = Promise.resolve();
  let start = (): void => undefined;
  const dieOfAge = (): void => {
    if (!isSettled) current.abort();
  };
  const run = async (): Promise<void> => {
    while (!isClosing()) {
      await isOff;
      if (isClosing()) return;
      current = new AbortController();
      const end = AbortSignal.any([current.signal, closing.signal]);
      const timer = setTimeout(dieOfAge, random.between(lifeMinMs, lifeMaxMs));
      await liveTill(life, end);
      clearTimeout(timer);
      if (isClosing()) return;
      deathCount += 1;
      await delay(random.between(deathMinMs, deathMaxMs), undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    name,
    id,
    type: 'pull',
    filter,
    proxy,
    die: () => {
      isOff = new Promise((resolve) => (start = resolve));
      current.abort();
      return start;
    },
    settle: () => {
      isSettled = true;
    },
    deathCount: () => deathCount,
    close: async () => {
      closing.abort();
      start();
      await running;
      await proxy.close();
    },
  };
};
