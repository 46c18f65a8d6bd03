import { setTimeout as delay } from 'node:timers/promises';
import { ackedSchema, type PulledMessage, pulledMessagesSchema, type WebhookBody } from '@delivery/contracts';
import type { IntakeClient } from '@delivery/test-support';
import { insist } from '../load/insist.js';
import type { ReceivedWebhook } from '../record.js';
import type { ReadWebhook } from './read-webhook.js';

export type TillLife = {
  merchant: Pick<IntakeClient, 'call'>;
  /** The path of its endpoint. */
  path: string;
  read: ReadWebhook<WebhookBody>;
  /** Deliveries whose ack was answered. */
  settled: Set<string>;
  onWebhook: (webhook: ReceivedWebhook) => void;
  onAccepted: (webhook: ReceivedWebhook) => void;
  onWrongAnswer: (message: string) => void;
};

/** The wait is shorter than the patience of one call, the visibility the shortest there is. */
const pollQuery = 'limit=20&wait=2&visibility=5';
/** A till takes so long for each message, so that it can die with some of them not acked. */
const handlingMs = 5;

/** One life: polls, verifies, keeps and acks until the signal, wherever that finds it. */
export const liveTill = async (life: TillLife, signal: AbortSignal): Promise<void> => {
  try {
    while (!signal.aborted) {
      const messages = await poll(life, signal);
      if (messages.length > 0) await handle(life, messages, signal);
    }
  } catch (error) {
    if (!signal.aborted) life.onWrongAnswer(error instanceof Error ? error.message : String(error));
  }
};

const poll = async ({ merchant, path }: TillLife, signal: AbortSignal): Promise<PulledMessage[]> => {
  const answer = await insist(
    'a poll',
    (call) => merchant.call(`${path}/messages?${pollQuery}`, { ...call, signal }),
    insistence(signal),
  );
  return pulledMessagesSchema.parse(answer.body).data;
};

const handle = async (life: TillLife, messages: readonly PulledMessage[], signal: AbortSignal): Promise<void> => {
  const kept: ReceivedWebhook[] = [];
  const orderIds = new Map<string, string>();
  for (const message of messages) {
    const webhook = life.read(message);
    const orderId = webhook.body.id;
    orderIds.set(message.id, orderId);
    if (life.settled.has(message.id))
      life.onWrongAnswer(`${orderId}: delivery ${message.id} came again though its ack was answered`);
    if (webhook.attempt !== message.attempt)
      life.onWrongAnswer(
        `${orderId}: attempt ${message.attempt} of ${message.id} says ${webhook.attempt} in its header`,
      );
    life.onWebhook(webhook);
    kept.push(webhook);
    await delay(handlingMs, undefined, { signal });
  }
  for (const webhook of kept) {
    webhook.isAccepted = true;
    life.onAccepted(webhook);
  }
  await ack(life, orderIds, signal);
};

const ack = async (
  { merchant, path, settled, onWrongAnswer }: TillLife,
  /** By delivery. */
  orderIds: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<void> => {
  const request = { method: 'POST', body: { ids: [...orderIds.keys()] } };
  const send = (call: object) => merchant.call(`${path}/ack`, { ...request, ...call, signal });
  const { acked, unknown } = ackedSchema.parse((await insist('an ack', send, insistence(signal))).body);
  for (const id of acked) settled.add(id);
  for (const id of unknown)
    onWrongAnswer(`${orderIds.get(id)}: delivery ${id} was handed out, and its ack says that it is unknown`);
};

const insistence = (signal: AbortSignal) => ({
  final: [200],
  again: [429, 503],
  signal,
  onRetry: () => undefined,
});
