import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A larger answer is the last one on its connection, and says so. The client then closes its side once it has read
 * everything. A server has no other way to know what is still unread, because the kernel accepts megabytes at once.
 */
export const longAnswerBytes = 64 * 1024;

/**
 * Resets the connection of a client that reads nothing of its answer for so long, because unread bytes fill memory here
 * and in the kernel. A client that reads slowly keeps its connection: Node's timer checks whether bytes have left, and
 * bytes in the kernel get as much time again. Call it before the server has its app.
 */
export const limitUnread = (server: Server, timeoutMs: number): void => {
  server.on('request', ({ socket }, response) => {
    const writtenBefore = socket.bytesWritten;
    response.once('prefinish', () => {
      if (socket.bytesWritten - writtenBefore > longAnswerBytes) endOnceRead(socket, timeoutMs);
      // By now the kernel has nearly every answer.
      if (socket.writableLength === 0) return;
      socket.setTimeout(timeoutMs);
      response.once('timeout', () => socket.resetAndDestroy());
    });
  });
};

/**
 * Node calls `destroySoon` after a connection's last answer. Node's own implementation forgets the connection as soon
 * as the kernel has all bytes.
 */
const endOnceRead = (socket: Socket, timeoutMs: number): void => {
  socket.destroySoon = () => {
    socket.setTimeout(0);
    socket.end();
    const overdue = setTimeout(() => socket.resetAndDestroy(), timeoutMs).unref();
    socket.once('close', () => clearTimeout(overdue));
  };
};
