/** Headers of Node (`IncomingMessage.headers`), fetch (`Headers`) and most frameworks. Their names may be in any case. */
export type WebhookHeaders =
  | { get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A `Request` of fetch with its body unread, or a framework's headers with the body's bytes or text as they arrived. */
export type IncomingWebhook =
  | { headers: { get: (name: string) => string | null }; arrayBuffer: () => Promise<ArrayBuffer>; bodyUsed: boolean }
  | { headers: WebhookHeaders; body: Uint8Array | ArrayBuffer | string };

export type RawWebhook = { header: (name: string) => string | undefined; body: Uint8Array };

/** @throws TypeError where the body is not raw */
export const readRequest = async (incoming: IncomingWebhook): Promise<RawWebhook> => {
  const header = (name: string) => readHeader(incoming.headers, name);
  if (!('arrayBuffer' in incoming)) return { header, body: toBytes(incoming.body) };
  if (incoming.bodyUsed)
    throw new TypeError(
      'the body of the request was already read: verify the request before reading it, or verify a clone',
    );
  return { header, body: new Uint8Array(await incoming.arrayBuffer()) };
};

const readHeader = (headers: WebhookHeaders, name: string): string | undefined => {
  if (hasGet(headers)) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.join(', ');
};

const hasGet = (headers: WebhookHeaders): headers is { get: (name: string) => string | null } =>
  typeof headers['get'] === 'function';

const toBytes = (body: unknown): Uint8Array => {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  // Not `instanceof`: a test runner or a worker may have an ArrayBuffer of its own.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body as ArrayBuffer);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError(
    'the signature is over the bytes as they arrived, and this body was parsed already: ' +
      "give the raw bytes or text, e.g. express.raw({ type: 'application/json' })",
  );
};
