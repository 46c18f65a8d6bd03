import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, type AttackCall, attacks, type AttackTarget } from './attacks.js';
import { type HttpConnection, openConnection } from './http-connection.js';
import { serveCommands } from './serve-commands.js';

/** Merchants that do all that their limits let them, and the servers of their endpoints: one process. */
const lateMs = 9_000;
const bigAnswer = Buffer.alloc(4 * 1024 * 1024, 'x');

const receiver = createServer((request, response) => {
  request.resume();
  const [, kind] = (request.url ?? '').split('/');
  if (kind === 'late') setTimeout(() => response.end(), lateMs);
  else response.end(kind === 'big' ? bigAnswer : undefined);
});

type Counts = { done: number; limited: number; refused: number; failed: number };
let running: { stop: AbortController; workers: Promise<void>[]; counts: Counts } | undefined;

const start = (begun: { name: string; target: AttackTarget }[]): void => {
  const counts: Counts = { done: 0, limited: 0, refused: 0, failed: 0 };
  const stop = new AbortController();
  const aborted = once(stop.signal, 'abort').then(() => undefined);
  const workers = begun.flatMap(({ name, target }) => {
    const attack = attacks[name];
    if (!attack) throw new Error(`no attack ${name}`);
    return Array.from({ length: attack.workers }, (_, worker) =>
      work({ attack, target, worker, counts, aborted, signal: stop.signal }),
    );
  });
  running = { stop, counts, workers };
};

type Work = {
  attack: Attack;
  target: AttackTarget;
  worker: number;
  counts: Counts;
  signal: AbortSignal;
  aborted: Promise<undefined>;
};

const work = async ({ attack, target, worker, counts, signal, aborted }: Work): Promise<void> => {
  let connection: HttpConnection | undefined;
  for (let n = 0; !signal.aborted; n += 1) {
    connection ??= openConnection(target.port);
    const call = attack.call(target, n + worker, worker);
    const status = await Promise.race([connection.send(toRequest(target, call)).catch(() => 0), aborted]);
    if (status === undefined) break;
    count(counts, status);
    if (status === 0) connection = undefined;
    if (status === 429 || status === 0) await delay(attack.pauseMs ?? 10);
  }
  connection?.close();
};

const count = (counts: Counts, status: number): void => {
  if (status === 0 || status >= 500) counts.failed += 1;
  else if (status === 429) counts.limited += 1;
  else if (status >= 400) counts.refused += 1;
  else counts.done += 1;
};

const toRequest = ({ authorization }: AttackTarget, { method, path, body = '', headers = {} }: AttackCall): Buffer => {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: bench', `authorization: ${authorization}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== '') lines.push('content-type: application/json');
  if (method !== 'GET') lines.push(`content-length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
};

/** @returns how its calls were answered */
const stop = async (): Promise<Counts> => {
  if (!running) throw new Error('nothing runs');
  running.stop.abort();
  await Promise.all(running.workers);
  return running.counts;
};

receiver.listen(0, '127.0.0.1', () => serveCommands({ start, stop }, (receiver.address() as AddressInfo).port));
