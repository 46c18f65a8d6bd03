import { randomUUID } from 'node:crypto';
import { type Latencies, summarizeLatencies } from '../measure/latencies.js';
import { nowMs } from './clock.js';
import { openConnection } from './http-connection.js';

export type HttpLoad = {
  port: number;
  path: string;
  /** JSON with a UUID where `orderPlaceholder` stands: a new one for each request. */
  template: string;
  connections: number;
  durationMs: number;
  /** Default 201. */
  expectedStatus?: number;
};
export type HttpResult = Latencies & { perSecond: number; unexpected: number; lastUnexpected: number };

export const orderPlaceholder = '00000000-0000-4000-8000-000000000000';

/** Closed loop: each connection sends its next order as soon as the last one is answered. */
export const postOrders = async (load: HttpLoad): Promise<HttpResult> => {
  const make = requestMaker(load.path, load.template);
  const expectedStatus = load.expectedStatus ?? 201;
  const startedMs = nowMs();
  const endMs = startedMs + load.durationMs;
  const latenciesMs: number[] = [];
  let unexpected = 0;
  let lastUnexpected = 0;
  const run = async (): Promise<void> => {
    const connection = openConnection(load.port);
    for (let sentMs = nowMs(); sentMs < endMs;) {
      const status = await connection.send(make());
      const answeredMs = nowMs();
      latenciesMs.push(answeredMs - sentMs);
      if (status !== expectedStatus) {
        unexpected += 1;
        lastUnexpected = status;
      }
      sentMs = answeredMs;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: load.connections }, run));
  const seconds = (nowMs() - startedMs) / 1_000;
  return { ...summarizeLatencies(latenciesMs), perSecond: latenciesMs.length / seconds, unexpected, lastUnexpected };
};

const requestMaker = (path: string, template: string): (() => Buffer) => {
  const head = `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(template)}\r\n\r\n`;
  const request = Buffer.from(head + template);
  const at = request.indexOf(orderPlaceholder);
  return () => {
    const copy = Buffer.from(request);
    copy.write(randomUUID(), at, 'latin1');
    return copy;
  };
};
