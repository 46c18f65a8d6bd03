import { type Latencies, summarizeLatencies } from '../measure/latencies.js';
import { nowMs } from './clock.js';
import { openConnection } from './http-connection.js';

export type ReadLoad = { port: number; paths: string[]; authorization?: string };
export type ReadResult = Latencies & { unexpected: number; lastUnexpected: number };

/** One GET after the other over one connection. */
export const readEach = async ({ port, paths, authorization }: ReadLoad): Promise<ReadResult> => {
  const connection = openConnection(port);
  const credentials = authorization === undefined ? '' : `authorization: ${authorization}\r\n`;
  const latenciesMs: number[] = [];
  let unexpected = 0;
  let lastUnexpected = 0;
  for (const path of paths) {
    const sentMs = nowMs();
    const status = await connection.send(Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\n${credentials}\r\n`));
    latenciesMs.push(nowMs() - sentMs);
    if (status === 200) continue;
    unexpected += 1;
    lastUnexpected = status;
  }
  connection.close();
  return { ...summarizeLatencies(latenciesMs), unexpected, lastUnexpected };
};
