/**
 * Lets a message come without its headers where amqplib cannot read them: it reads nested tables only as deep as the
 * stack is, and ends the connection over a message that is deeper.
 *
 * Buys: no publisher can stop the consumers of its queue; such a message would be the first of each connection, and end
 * it. Its delivery count is lost with its headers: if it can never be handled, the queue's own limit ends it. Relies
 * on: amqplib's connection reading each frame with `recvFrame` from `rest`, and cutting it off there before it is
 * decoded. Tells: test/message-consumer.int.test.ts › "handles a message without its headers where they cannot be read,
 * …". Off: do not call it; without `recvFrame` and `rest` it is off by itself.
 */
export const skipUnreadableHeaders = (connection: object): void => {
  if (!isFrameReader(connection)) return;
  const recvFrame = connection.recvFrame.bind(connection);
  connection.recvFrame = () => {
    const before = connection.rest;
    try {
      return recvFrame();
    } catch (error) {
      const frame = connection.rest === before ? undefined : withoutHeaders(before);
      if (!frame) throw error;
      connection.rest = Buffer.concat([frame, connection.rest]);
      return recvFrame();
    }
  };
};

type FrameReader = { rest: Buffer; recvFrame: () => unknown };

const isFrameReader = (connection: object): connection is FrameReader =>
  'rest' in connection &&
  connection.rest instanceof Buffer &&
  'recvFrame' in connection &&
  typeof connection.recvFrame === 'function';

/**
 * AMQP 0-9-1, 2.3.5: type (1 byte), channel (2), size of the payload (4), payload, end (1). A content header has type
 * 2.
 */
const [contentHeader, sizeAt, payloadAt] = [2, 3, 7];
/**
 * 2.3.5.2: the flags are behind class (2), weight (2) and size of the body (8), and then come the properties in this
 * order.
 */
const flagsAt = payloadAt + 12;
const [contentTypeFlag, contentEncodingFlag, headersFlag] = [0x8000, 0x4000, 0x2000];

/** The first of these frames; `undefined` where it has no headers. */
const withoutHeaders = (bytes: Buffer): Buffer | undefined => {
  if (bytes[0] !== contentHeader) return undefined;
  const flags = bytes.readUInt16BE(flagsAt);
  if ((flags & headersFlag) === 0) return undefined;
  let from = flagsAt + 2;
  for (const flag of [contentTypeFlag, contentEncodingFlag]) if (flags & flag) from += 1 + bytes.readUInt8(from);
  const to = from + 4 + bytes.readUInt32BE(from);
  const size = bytes.readUInt32BE(sizeAt);
  const frame = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to, payloadAt + size + 1)]);
  frame.writeUInt32BE(size - (to - from), sizeAt);
  frame.writeUInt16BE(flags - headersFlag, flagsAt);
  return frame;
};
