import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { fieldError, ProblemError, readBody } from '@delivery/service-kit';

const bodyMaxBytes = 64 * 1024;

/** Time is limited by the server's request timeout. A missing content type is read as JSON. */
export const readJsonBody = async (request: IncomingMessage): Promise<unknown> => {
  checkContentType(request.headers['content-type']);
  const bytes = await readBody(request, bodyMaxBytes);
  if (!isUtf8(bytes)) throw new ProblemError('malformed_json', 'The body is not valid UTF-8.');
  const value = parseJson(bytes.toString('utf8'));
  checkText(value);
  return value;
};

const checkContentType = (contentType: string | undefined): void => {
  if (contentType === undefined || /^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/i.test(contentType)) return;
  throw new ProblemError('unsupported_media_type', 'Expected Content-Type: application/json in UTF-8.');
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own words quote the text, which may hold a secret.
    throw new ProblemError('malformed_json', 'The body is not valid JSON.');
  }
};

/** Postgres holds neither U+0000 nor half of a surrogate pair; JSON escapes can bring both. */
const checkText = (value: unknown): void => {
  if (!holdsUnstorableText(value)) return;
  const message = 'Expected no U+0000 and no half of a surrogate pair, escaped or not.';
  throw new ProblemError('validation_failed', message, { errors: [fieldError([], 'unsupported_character', message)] });
};

/** With a list of its own instead of the call stack, which a body of brackets alone would overflow. */
const holdsUnstorableText = (body: unknown): boolean => {
  const pending: unknown[] = [body];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string' && isUnstorable(value)) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) pending.push(name, member);
  }
  return false;
};

const isUnstorable = (text: string): boolean => text.includes('\0') || /\p{Surrogate}/u.test(text);
