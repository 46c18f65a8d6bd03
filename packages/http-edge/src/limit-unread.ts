import type { Server } from 'node:http';

/**
 * Closes the connection of a client that reads nothing of its answer for so long, as unread bytes stay in memory here and
 * in the kernel. A client that reads slowly keeps its connection, because Node's timer looks whether bytes have left.
 * Once the answer is out, Node sets the time of an idle connection again. To be called before the server has its app.
 */
export const limitUnread = (server: Server, timeoutMs: number): void => {
  server.on('request', (_request, response) => {
    response.once('prefinish', () => {
      const { socket } = response;
      // Nearly every answer is with the kernel by now.
      if (socket && socket.writableLength > 0) socket.setTimeout(timeoutMs);
    });
  });
};
