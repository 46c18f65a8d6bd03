import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryClient } from '../../../client.js';
import { InvalidStateTransition } from '../../../problems.js';
import type { NewOrder, SimulationSettings } from '../../../types.js';
import { isObject } from '../../read-input.js';
import { sampleOrder } from '../../sample-order.js';
import { randomHex } from '../lab.js';
import { createForward, type Forward, type ProxiedAnswer, type ProxiedCall, startProxy } from './proxy.js';

/** A call of the system about a delivery of this test: `POST /courier/v1/deliveries/{id}/{action}`. */
export type SystemCall = {
  id: string;
  action: string;
  body: Record<string, unknown>;
  idempotencyKey: string | undefined;
  /** To the service, now or again. */
  pass: () => Promise<ProxiedAnswer>;
};

/** Meets each call of the system about one delivery; `settle` ends the wait for it. */
type Meet<Result> = (call: SystemCall, settle: (result: Result) => void) => Promise<ProxiedAnswer>;

/** `order`: members in addition to the sample's. Without a scenario simulated couriers stay away. */
export type Offer = { order?: Partial<NewOrder>; sandbox?: SimulationSettings };

/** Where a couriers' system is put to the test: it calls the service through the desk, which places the orders. */
export type Desk = {
  url: string;
  waitSeconds: number;
  signal: AbortSignal;
  /** `result` is `undefined` if the system did not bring it about in time. */
  offer: <Result>(offer: Offer, meet: Meet<Result>) => Promise<{ id: string; result: Result | undefined }>;
  /** As the system, with its token. */
  act: (id: string, action: string, body: object) => Promise<ProxiedAnswer>;
  read: (id: string) => Promise<ProxiedAnswer>;
  /** As the merchant, so that no courier waits for the delivery. */
  cancel: (id: string) => Promise<void>;
  close: () => void;
};

export type DeskOptions = {
  client: DeliveryClient;
  baseUrl: string;
  token: string;
  port: number;
  waitSeconds: number;
  signal: AbortSignal;
};

export const openDesk = async ({ client, baseUrl, token, port, waitSeconds, signal }: DeskOptions): Promise<Desk> => {
  const closing = new AbortController();
  const forward = createForward(baseUrl, closing.signal);
  const meetings = new Map<string, Forward>();
  const { url, close } = await startProxy(port, (call) => (meetings.get(idOf(call) ?? '') ?? forward)(call));
  const send = (method: string, path: string, body: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return forward({ method, path: `/courier/v1/deliveries/${path}`, headers, body });
  };
  return {
    url,
    waitSeconds,
    signal,
    offer: async <Result>(
      { order, sandbox = { scenario: 'no_simulation' } }: Offer,
      meet: Meet<Result>,
    ): Promise<{ id: string; result: Result | undefined }> => {
      const { id } = await client.orders.create({ ...sampleOrder(`conform-${randomHex(6)}`), ...order }, { sandbox });
      const met = new Promise<Result>((resolve, reject) => {
        meetings.set(id, async (call) => {
          try {
            return await meet(toSystemCall(id, call, forward), resolve);
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
            throw error;
          }
        });
      });
      const [result] = await Promise.all([within(met, waitSeconds, signal), client.orders.markReady(id)]);
      return { id, result };
    },
    act: (id, action, body) => send('POST', `${id}/${action}`, JSON.stringify(body)),
    read: (id) => send('GET', id, ''),
    cancel: async (id) => {
      try {
        await client.orders.cancel(id);
      } catch (error) {
        // A faulty system has already gone too far with it.
        if (!(error instanceof InvalidStateTransition)) throw error;
      }
    },
    close: () => {
      closing.abort();
      close();
    },
  };
};

const within = async <Value>(value: Promise<Value>, seconds: number, signal: AbortSignal) => {
  const over = new AbortController();
  const end = AbortSignal.any([signal, over.signal]);
  try {
    return await Promise.race([value, delay(seconds * 1_000, undefined, { signal: end })]);
  } finally {
    over.abort();
  }
};

const callPath = /^\/courier\/v1\/deliveries\/([0-9a-f]{24})\/([a-z-]+)$/;

const idOf = ({ method, path }: ProxiedCall): string | undefined =>
  method === 'POST' ? callPath.exec(path)?.[1] : undefined;

const toSystemCall = (id: string, call: ProxiedCall, forward: Forward): SystemCall => ({
  id,
  action: callPath.exec(call.path)?.[2] ?? '',
  body: readObject(call.body),
  idempotencyKey: call.headers['idempotency-key'],
  pass: () => forward(call),
});

/** The members of a JSON object; none if the text is anything else. */
export const readObject = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ...value } : {};
  } catch {
    // The service judges it.
    return {};
  }
};
