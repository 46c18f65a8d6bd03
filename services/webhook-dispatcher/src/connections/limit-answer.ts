import type { ClientRequest } from 'node:http';
import { ConnectionError } from './connection-errors.js';

/**
 * The bytes of one answer on the connection, informational responses, headers and the framing of chunks included: room for the
 * body that is read, in chunks of a few bytes each.
 */
const wireMaxBytes = 256 * 1024;

/**
 * Closes the connection of a receiver that sends more than the answer. The limits of the HTTP parser are for one
 * header or one chunk: any number of them would be read until the time is up.
 */
export const limitAnswer = (request: ClientRequest): void => {
  // The parser's own limit for the headers is 16 KiB. It takes another from the request, as `http.request` would set it.
  Object.assign(request, { maxHeaderSize: wireMaxBytes });
  request.once('socket', (socket) => {
    let sizeBytes = 0;
    const count = (bytes: Buffer) => {
      sizeBytes += bytes.length;
      if (sizeBytes > wireMaxBytes)
        socket.destroy(new ConnectionError('answerTooLarge', `more than ${wireMaxBytes} bytes for one request`));
    };
    socket.on('data', count);
    request.once('close', () => socket.off('data', count));
  });
};
