export type Webhook = {
  /** Bytes of the whole request. */
  length: number;
  path: string;
  orderId: string;
  /** The event's sequence within its order; 0 if the sender gives none. */
  sequence: number;
};

const headEnd = Buffer.from('\r\n\r\n');
const idMark = '"id":"';

/** The first whole request in `bytes`, if there is one. */
export const readWebhook = (bytes: Buffer): Webhook | undefined => {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const bodyStart = end + headEnd.length;
  const length = bodyStart + numberIn(head, /\r\ncontent-length: (\d+)/i);
  if (bytes.length < length) return undefined;
  const idAt = bytes.indexOf(idMark, bodyStart);
  return {
    length,
    path: head.slice(head.indexOf(' ') + 1, head.indexOf(' HTTP')),
    orderId: idAt < 0 ? '' : bytes.toString('latin1', idAt + idMark.length, idAt + idMark.length + 24),
    sequence: numberIn(head, /\r\nwebhook-sequence: (\d+)/i),
  };
};

const numberIn = (head: string, pattern: RegExp): number => Number(pattern.exec(head)?.[1] ?? 0);
