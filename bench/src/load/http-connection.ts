import { connect, type Socket } from 'node:net';

export type HttpConnection = { send: (request: Buffer) => Promise<number>; close: () => void };

const headEnd = Buffer.from('\r\n\r\n');

/**
 * One kept HTTP/1.1 connection with one request at a time: as little as reads an answer's status and length, because
 * the cores that the load costs are missing where it is measured. After an answer that ends it, the next request opens another.
 */
export const openConnection = (port: number): HttpConnection => {
  let pending: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;
  const fail = (error: Error) => pending?.reject(error);
  const open = (): Socket => {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    let unread: Buffer = Buffer.alloc(0);
    opened.on('data', (chunk) => {
      unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
      const answer = readAnswer(unread);
      if (!answer) return;
      unread = unread.subarray(answer.length);
      if (answer.isLast) {
        closeSocket(opened);
        socket = undefined;
      }
      const { resolve } = pending ?? {};
      pending = undefined;
      resolve?.(answer.status);
    });
    opened.on('error', fail);
    opened.on('close', () => fail(new Error('the connection was closed')));
    return opened;
  };
  let socket: Socket | undefined = open();
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        socket ??= open();
        if (socket.destroyed) return fail(new Error('the connection was closed'));
        socket.write(request);
      }),
    close: () => socket && closeSocket(socket),
  };
};

const closeSocket = (socket: Socket): void => {
  socket.removeAllListeners('close');
  socket.destroy();
};

const readAnswer = (bytes: Buffer): { status: number; length: number; isLast: boolean } | undefined => {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const bodyLength = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (bodyLength === undefined) throw new Error(`an answer without content-length: ${head.slice(0, 80)}`);
  const length = end + headEnd.length + Number(bodyLength);
  if (bytes.length < length) return undefined;
  return { status: Number(head.slice(9, 12)), length, isLast: /\r\nconnection: close/i.test(head) };
};
