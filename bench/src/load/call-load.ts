import { nowMs } from './clock.js';
import { type HttpConnection, openConnection } from './http-connection.js';
import { paced } from './paced.js';

type Call = { path: string; body?: string };
/** `perSecond`: evenly in time, however long answers take. `connections`: each sends its next call when the last is answered. */
export type Pace = { perSecond: number } | { connections: number };
export type CallLoad = { port: number; authorization?: string; calls: Call[]; pace: Pace };

export type CallResult = { sentMs: number[]; unexpected: number; lastUnexpected: number };

/** POSTs each call. @returns when each was sent, and how many answers were not 200 */
export const sendCalls = async ({ port, authorization, calls, pace }: CallLoad): Promise<CallResult> => {
  const idle: HttpConnection[] = [];
  const all: HttpConnection[] = [];
  const head = `host: bench\r\n${authorization === undefined ? '' : `authorization: ${authorization}\r\n`}`;
  const take = (): HttpConnection => {
    const known = idle.pop();
    if (known) return known;
    const opened = openConnection(port);
    all.push(opened);
    return opened;
  };
  const send = async (index: number): Promise<number> => {
    const connection = take();
    const status = await connection.send(toRequest(head, calls[index]));
    idle.push(connection);
    return status;
  };
  const { sentMs, statuses } =
    'perSecond' in pace
      ? await sendPaced(calls.length, pace.perSecond, send)
      : await sendClosed(calls.length, pace.connections, send);
  for (const connection of all) connection.close();
  const unexpected = statuses.filter((status) => status !== 200);
  return { sentMs, unexpected: unexpected.length, lastUnexpected: unexpected.at(-1) ?? 0 };
};

const toRequest = (head: string, { path, body = '' }: Call = { path: '/' }): Buffer => {
  const type = body === '' ? '' : 'content-type: application/json\r\n';
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${head}${type}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

type Sent = { sentMs: number[]; statuses: number[] };

const sendPaced = async (count: number, perSecond: number, send: (index: number) => Promise<number>): Promise<Sent> => {
  const answers: Promise<number>[] = [];
  const sentMs = await paced(count, perSecond, (index) => {
    answers.push(send(index));
  });
  return { sentMs, statuses: await Promise.all(answers) };
};

const sendClosed = async (
  count: number,
  connections: number,
  send: (index: number) => Promise<number>,
): Promise<Sent> => {
  const [sentMs, statuses]: [number[], number[]] = [[], []];
  const run = async (): Promise<void> => {
    while (sentMs.length < count) statuses.push(await send(sentMs.push(nowMs()) - 1));
  };
  await Promise.all(Array.from({ length: connections }, run));
  return { sentMs, statuses };
};
