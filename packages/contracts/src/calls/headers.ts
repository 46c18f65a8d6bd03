import type { JsonObject } from './parameters.js';

/** Headers of answers, by name. */
export const headers = {
  RateLimit: {
    description: 'State of the limit that is nearest: its name, `r` requests left, full again in `t` seconds.',
    schema: { type: 'string' },
    example: '"create";r=599;t=1',
  },
  'RateLimit-Policy': {
    description: 'Limits that apply to the call: name, `q` requests in `w` seconds.',
    schema: { type: 'string' },
    example: '"create";q=600;w=60, "platform";q=12000;w=60',
  },
  'X-Request-Id': {
    description: 'The id that the request came with, where it is safe to log, else a random one.',
    schema: { type: 'string' },
    example: '7d0e4c1a52f64b0f9c550c3d9a6f2b11',
  },
  'Retry-After': {
    description: 'Seconds to wait before sending the same again.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  ETag: {
    description:
      'The version of this answer, for `If-None-Match`; an order’s also for `If-Match`, which compares the content.',
    schema: { type: 'string' },
    example: '"1.47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"',
  },
  Location: {
    description: 'Path of what was created.',
    schema: { type: 'string' },
    example: '/v1/external-orders/5f1c0e9ab3d24c7788aa01ff',
  },
  'Idempotent-Replayed': {
    description: '`true` where the same order had been created before: nothing happened this time.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Ignored-Fields': {
    description:
      'JSON Pointers to unknown, ignored fields of the body: 20 at most, in the form of RFC 6901, 6. Absent: none.',
    schema: { type: 'string' },
    example: '/deliveryTime, /items/0/note',
  },
  'Ignored-Fields-Count': {
    description: 'With `Ignored-Fields`: how many there are.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  'Doubtful-Fields': {
    description:
      'JSON Pointers to accepted fields that look wrong: a `delivery_time` more than a day ago, coordinates ' +
      'outside the country. Absent: none.',
    schema: { type: 'string' },
    example: '/delivery_time',
  },
  'Set-Cookie': {
    description: 'The session: HttpOnly, SameSite=Strict, and Secure where TLS ends in front.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'How to log in.',
    schema: { type: 'string' },
  },
  Allow: {
    description: 'With 405: the methods that there are.',
    schema: { type: 'string' },
    example: 'POST, GET, HEAD, OPTIONS',
  },
} satisfies Record<string, JsonObject>;

export type HeaderName = keyof typeof headers;
