import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answer.js';
import { ProblemError } from './problem.js';

/** RFC 6750, 2.1. `undefined`: there is none. */
export const readBearer = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];

/** @throws ProblemError for a key that cannot be one */
export const readIdempotencyKey = (headers: IncomingHttpHeaders): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new ProblemError('invalid_parameter', 'Idempotency-Key: expected 1 to 255 visible ASCII characters.');
};

/**
 * The id of a message. Equal keys and contents give equal ids. The content is part of the id, so that a key used for
 * another report by mistake does not swallow that report.
 */
export const messageIdUnder = (key: string | undefined, prefix: string, said: readonly unknown[]): string => {
  if (key === undefined) return randomUUID();
  return `${prefix}-${createHash('sha256')
    .update(JSON.stringify([key, ...said]))
    .digest('hex')}`;
};

/** A strong tag: equal tags mean equal bytes. */
export const tagOf = (body: string | Buffer): string => `"${hashOf(body)}"`;

/** A strong tag for something that has a version beside its bytes, which may change for other reasons. */
export const tagWithVersion = (version: number, body: string | Buffer): string => `"${version}.${hashOf(body)}"`;

const hashOf = (body: string | Buffer): string => createHash('sha256').update(body).digest('base64url');

/**
 * The versions of tags with a version. RFC 9110, 13.1.1, compares strongly, but a proxy that compresses puts `W/`
 * before the tag, and the version says of the content whatever the bytes were.
 * @returns `undefined`: any version will do
 */
export const readIfMatch = (ifMatch: string | undefined): number[] | undefined => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return ifMatch.split(',').flatMap((tag) => {
    const [, version] = /^(?:W\/)?"(\d{1,9})\.[\w-]+"$/.exec(tag.trim()) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
};

/**
 * RFC 9110, 13.1.2: compared without regard to `W/`, which proxies put before the tag of a body that they have recoded.
 */
export const hasTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((known) => ['*', etag].includes(known.trim().replace(/^W\//, '')));

/**
 * Adds the tag to a 200 with a body, unless it has one, or makes it a 304 where the client has that body. Other answers
 * are unchanged.
 */
export const answerIfChanged = (headers: IncomingHttpHeaders, answer: Answer): Answer => {
  if (answer.status !== 200 || answer.body === undefined) return answer;
  const etag = answer.headers?.['etag'] ?? tagOf(answer.body);
  if (hasTag(headers['if-none-match'], etag)) return { status: 304, headers: { etag } };
  return { ...answer, headers: { ...answer.headers, etag } };
};
