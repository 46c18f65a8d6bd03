import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * An answer above this is the last one on its connection, and says so. Then the client closes its side once it has read
 * all: nothing else tells a server what of an answer is still unread, as the kernel takes megabytes at once.
 */
export const longAnswerBytes = 64 * 1024;

/**
 * Resets the connection of a client that reads nothing of its answer for so long, as unread bytes stay in memory here
 * and in the kernel. A client that reads slowly keeps its connection: Node's timer looks whether bytes have left, and
 * for those that the kernel has there is as much time again. To be called before the server has its app.
 */
export const limitUnread = (server: Server, timeoutMs: number): void => {
  server.on('request', ({ socket }, response) => {
    const writtenBefore = socket.bytesWritten;
    response.once('prefinish', () => {
      if (socket.bytesWritten - writtenBefore > longAnswerBytes) endOnceRead(socket, timeoutMs);
      // Nearly every answer is with the kernel by now.
      if (socket.writableLength === 0) return;
      socket.setTimeout(timeoutMs);
      response.once('timeout', () => socket.resetAndDestroy());
    });
  });
};

/**
 * Node calls `destroySoon` after a connection's last answer. Its own forgets the connection as soon as the kernel has
 * all bytes.
 */
const endOnceRead = (socket: Socket, timeoutMs: number): void => {
  socket.destroySoon = () => {
    socket.setTimeout(0);
    socket.end();
    const overdue = setTimeout(() => socket.resetAndDestroy(), timeoutMs).unref();
    socket.once('close', () => clearTimeout(overdue));
  };
};
