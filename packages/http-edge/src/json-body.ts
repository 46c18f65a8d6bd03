import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { faultMax } from '@delivery/contracts';
import { fieldError, shortenPath } from './parse-input.js';
import { ProblemError } from './problem.js';
import { type JsonScan, scanJson } from './scan-json.js';

const nestingMax = 20;
/** A valid order of 256 KiB has at most some 25,000; checking more would only burn time. */
const structureMax = 30_000;
/**
 * Names in one object: as many as a raw member of 8 KiB can have. Ten thousand would cost more than the rest of a body.
 */
const nameMax = 2_000;
const limits = { depthMax: nestingMax, structureMax, nameMax, faultMax };

export type ParsedJson = { text: string; value: unknown; scan: JsonScan };

/**
 * A missing content type is read as JSON; the only charset of JSON is UTF-8.
 * @param also another media type of JSON that the call takes
 */
export const checkContentType = (headers: IncomingHttpHeaders, also?: string): void => {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new ProblemError('unsupported_media_type', 'Expected a body without Content-Encoding.');
  }
  const type = headers['content-type'];
  if (type === undefined || type === 'application/json' || isJsonType(type, also)) return;
  const expected = ['application/json', ...(also === undefined ? [] : [also])].join(' or ');
  throw new ProblemError('unsupported_media_type', `Expected Content-Type: ${expected} in UTF-8.`);
};

const isJsonType = (type: string, also: string | undefined): boolean => {
  const [essence = '', ...parameters] = type.toLowerCase().split(';');
  if (!['application/json', also].includes(essence.trim())) return false;
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
};

/**
 * One cheap scan decides whether the body is worth parsing: a body that it refuses reaches neither JSON.parse nor a
 * schema.
 * @param rawMember a member at the top that is taken as text, not read: see `JsonScan`
 * @throws ProblemError for a body that is not JSON, or that cannot be stored, or that two readers may read differently
 */
export const parseJsonBody = (body: Buffer, rawMember?: string): ParsedJson => {
  if (!isUtf8(body)) throw malformed('The body is not valid UTF-8.');
  const text = withoutByteOrderMark(body.toString('utf8'));
  const scan = scanJson(text, rawMember, limits);
  checkScan(scan);
  return { text, value: parseJson(text), scan };
};

const withoutByteOrderMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

const parseJson = (text: string): unknown => {
  if (text.trim() === '') throw malformed('The body is empty: expected a JSON object.');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(`The body is not valid JSON${whereOf(text, String(error))}.`);
  }
};

/** As far as the parser's words say it. The words themselves quote the text, which may be a customer's data. */
const whereOf = (text: string, said: string): string => {
  const at = Number(/at position (\d+)/.exec(said)?.[1]);
  if (at >= text.length || /end of JSON|Unterminated/.test(said)) return ': it ends too early';
  return Number.isNaN(at) ? '' : `: see its character ${at + 1}`;
};

const checkScan = (scan: JsonScan): void => {
  if (scan.depth > nestingMax) throw invalid('nesting_too_deep', `Expected at most ${nestingMax} levels of nesting.`);
  if (scan.structureCount > structureMax) {
    throw invalid('too_many', `Expected at most ${structureMax} objects, arrays and commas.`);
  }
  if (scan.nameCount > nameMax) throw invalid('too_many', `Expected at most ${nameMax} names in an object.`);
  const errors = [
    ...scan.unsupported.map((path) => fieldError(shortenPath(path), 'unsupported_character', unsupportedMessage)),
    ...scan.duplicates.map((path) =>
      fieldError(shortenPath(path), 'duplicate_name', 'This name appears more than once in its object.'),
    ),
  ];
  if (errors[0]) throw new ProblemError('validation_failed', 'The body cannot be read: see errors.', { errors });
};

const unsupportedMessage = 'Expected text without U+0000 and without unpaired surrogates, escaped or not.';

const malformed = (detail: string): ProblemError => new ProblemError('malformed_json', detail);

const invalid = (code: string, message: string): ProblemError =>
  new ProblemError('validation_failed', message, { errors: [fieldError([], code, message)] });

/** The client went away before its request was complete: there is no connection left to answer on. */
export class ClientDisconnectedError extends Error {
  override readonly name = 'ClientDisconnectedError';
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * The whole body, at most `maxBytes` of it. The server's `requestTimeout` bounds how long it may take.
 * @throws ProblemError `payload_too_large`; ClientDisconnectedError
 */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    const disconnected = () => reject(new ClientDisconnectedError('the request ended before its body was read'));
    // It went away while the request was admitted: no event comes any more.
    if (request.destroyed) return disconnected();
    // Node reads the rest and drops it once the answer is out, so that a client that is still sending gets the answer.
    if (Number(request.headers['content-length']) > maxBytes) return reject(payloadTooLarge(maxBytes));
    request.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
      if (receivedBytes <= maxBytes) return void chunks.push(chunk);
      chunks.length = 0;
      reject(payloadTooLarge(maxBytes));
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    // Emitted in any case, and without a listener for 'error' Node emits no error for a client that went away.
    request.on('close', () => {
      if (!request.readableEnded) disconnected();
    });
  });

const payloadTooLarge = (maxBytes: number): ProblemError =>
  new ProblemError('payload_too_large', `Expected a body of at most ${maxBytes} bytes.`);
