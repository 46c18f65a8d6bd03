import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { buildOrder } from '@delivery/test-support';
import { summarizeLatencies } from '../measure/latencies.js';
import { nowMs } from './clock.js';
import { paced } from './paced.js';
import { serveCommands } from './serve-commands.js';

/**
 * Merchants that behave, by turns: together five orders a second, each created, read, marked ready and reported by its
 * courier; they take their webhooks by a server of their own, and each polls one more endpoint. All of it in one process.
 */
export type NeighbourLoad = {
  intakeUrl: string;
  merchants: readonly Neighbour[];
  orderStateUrl: string;
  operatorToken: string;
  seconds: number;
};

/** `authorization`: `Basic …` */
export type Neighbour = { authorization: string; pullEndpointId: string };

const perSecond = 5;
const timeoutMs = 10_000;
/** So long after the last order its webhooks are waited for. */
const patienceMs = 20_000;

type Told = { readyAtMs: Map<string, number>; webhookMs: Map<string, number>; pullMs: Map<string, number> };
let noted: Told = { readyAtMs: new Map(), webhookMs: new Map(), pullMs: new Map() };

const bodySchema = z.object({ id: z.string(), event: z.string(), status: z.string() });

/** The first that an order's receiver hears is that it is ready. */
const note = (into: Map<string, number>, json: string): void => {
  const { id, status } = bodySchema.parse(JSON.parse(json));
  const sentMs = noted.readyAtMs.get(id);
  if (status === 'ready' && sentMs !== undefined && !into.has(id)) into.set(id, nowMs() - sentMs);
};

const receiver = createServer((request, response) => {
  void text(request).then((json) => {
    note(noted.webhookMs, json);
    response.end();
  });
});

type Faults = { serverErrors: number; timeouts: number };

const run = async (load: NeighbourLoad) => {
  noted = { readyAtMs: new Map(), webhookMs: new Map(), pullMs: new Map() };
  const faults: Faults = { serverErrors: 0, timeouts: 0 };
  const [createMs, readMs]: [number[], number[]] = [[], []];
  const end = new AbortController();
  const polling = load.merchants.map((merchant) => poll(load.intakeUrl, merchant, end.signal));
  const orders: Promise<void>[] = [];
  await paced(perSecond * load.seconds, perSecond, (n) => {
    const merchant = load.merchants[n % load.merchants.length];
    if (merchant) orders.push(sell(load, merchant, { createMs, readMs, faults }));
  });
  await Promise.all(orders);
  const endMs = nowMs() + patienceMs;
  const isTold = () => noted.webhookMs.size >= noted.readyAtMs.size && noted.pullMs.size >= noted.readyAtMs.size;
  while (!isTold() && nowMs() < endMs) await delay(20);
  end.abort();
  await Promise.all(polling);
  const late = (arrived: Map<string, number>) => [...noted.readyAtMs.keys()].map((id) => arrived.get(id) ?? patienceMs);
  return {
    create: summarizeLatencies(createMs),
    read: summarizeLatencies(readMs),
    webhook: summarizeLatencies(late(noted.webhookMs)),
    webhookMaxMs: Math.max(...late(noted.webhookMs)),
    pull: summarizeLatencies(late(noted.pullMs)),
    ...faults,
  };
};

type Answer = { status: number; body: string; tookMs: number };

const call = async (
  url: string,
  authorization: string,
  faults: Faults,
  { method = 'GET', body }: { method?: string; body?: object } = {},
): Promise<Answer | undefined> => {
  const sentMs = nowMs();
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = { status: response.status, body: await response.text(), tookMs: nowMs() - sentMs };
    if (answer.status >= 500) faults.serverErrors += 1;
    return answer;
  } catch {
    faults.timeouts += 1;
    return undefined;
  }
};

const sell = async (
  { intakeUrl, orderStateUrl, operatorToken }: NeighbourLoad,
  { authorization }: Neighbour,
  { createMs, readMs, faults }: { createMs: number[]; readMs: number[]; faults: Faults },
): Promise<void> => {
  const order = buildOrder({ external_id: randomUUID() });
  const created = await call(`${intakeUrl}/v1/external-orders`, authorization, faults, { method: 'POST', body: order });
  createMs.push(created?.tookMs ?? timeoutMs);
  if (created?.status !== 201) return;
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(created.body));
  noted.readyAtMs.set(id, nowMs());
  await call(`${intakeUrl}/v1/external-orders/${id}/ready`, authorization, faults, { method: 'POST' });
  const read = await call(`${intakeUrl}/v1/external-orders/${id}`, authorization, faults);
  readMs.push(read?.tookMs ?? timeoutMs);
  const status = { status: 'on_route_to_pickup' };
  const statusUrl = `${orderStateUrl}/operator/v1/orders/${id}/status`;
  await call(statusUrl, `Bearer ${operatorToken}`, faults, { method: 'POST', body: status });
};

const messagesSchema = z.object({ data: z.array(z.object({ id: z.string(), body: z.string() })) });

const poll = async (
  intakeUrl: string,
  { authorization, pullEndpointId }: Neighbour,
  signal: AbortSignal,
): Promise<void> => {
  const url = `${intakeUrl}/v1/webhook-endpoints/${pullEndpointId}`;
  const headers = { authorization, 'content-type': 'application/json' };
  while (!signal.aborted) {
    const answer = await fetch(`${url}/messages?wait=5`, { headers, signal }).catch(() => undefined);
    if (answer?.status !== 200) {
      await delay(100);
      continue;
    }
    const { data } = messagesSchema.parse(await answer.json());
    for (const { body } of data) note(noted.pullMs, body);
    const ack = { method: 'POST', headers, body: JSON.stringify({ ids: data.map(({ id }) => id) }) };
    if (data.length > 0) await fetch(`${url}/ack`, ack).catch(() => undefined);
  }
};

receiver.listen(0, '127.0.0.1', () => serveCommands({ run }, (receiver.address() as AddressInfo).port));
