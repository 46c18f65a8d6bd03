import { type HttpConnection, openConnection } from './http-connection.js';
import { paced } from './paced.js';

export type ReadyLoad = { port: number; credentials: string; orderIds: string[]; perSecond: number };

export type ReadyResult = { sentMs: number[]; unexpected: number; lastUnexpected: number };

/** Says "ready" for each order, evenly in time. @returns when each was sent, and how many answers were no success */
export const callReady = async (load: ReadyLoad): Promise<ReadyResult> => {
  const idle: HttpConnection[] = [];
  const all: HttpConnection[] = [];
  const answers: Promise<number>[] = [];
  const take = (): HttpConnection => {
    const known = idle.pop();
    if (known) return known;
    const opened = openConnection(load.port);
    all.push(opened);
    return opened;
  };
  const send = async (orderId: string): Promise<number> => {
    const connection = take();
    const target = `/v1/external-orders/${orderId}/ready${load.credentials}`;
    const status = await connection.send(
      Buffer.from(`POST ${target} HTTP/1.1\r\nhost: bench\r\ncontent-length: 0\r\n\r\n`),
    );
    idle.push(connection);
    return status;
  };
  const sentMs = await paced(load.orderIds.length, load.perSecond, (index) => {
    answers.push(send(load.orderIds[index] ?? ''));
  });
  const statuses = await Promise.all(answers);
  for (const connection of all) connection.close();
  const unexpected = statuses.filter((status) => status !== 200);
  return { sentMs, unexpected: unexpected.length, lastUnexpected: unexpected.at(-1) ?? 0 };
};
