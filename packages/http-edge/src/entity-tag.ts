import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answer.js';

/** A strong tag: equal tags mean equal bytes. */
export const tagOf = (body: string | Buffer): string => `"${createHash('sha256').update(body).digest('base64url')}"`;

/** RFC 9110, 13.1.2: compared without regard to `W/`, which proxies put before the tag of a body that they have recoded. */
export const hasTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((known) => ['*', etag].includes(known.trim().replace(/^W\//, '')));

/** Adds the tag to a 200 with a body, or makes it a 304 where the client has that body. Other answers are unchanged. */
export const answerIfChanged = (headers: IncomingHttpHeaders, answer: Answer): Answer => {
  if (answer.status !== 200 || answer.body === undefined) return answer;
  const etag = tagOf(answer.body);
  if (hasTag(headers['if-none-match'], etag)) return { status: 304, headers: { etag } };
  return { ...answer, headers: { ...answer.headers, etag } };
};
