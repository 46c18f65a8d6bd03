import { z } from 'zod';

const nameMaxLength = 128;
/** Bytes, as it is ASCII. */
const valueMaxLength = 4096;

/** Shown instead of a header's value, and never taken for one. */
export const maskedHeaderValue = '***';

/** RFC 9110, 5.6.2. */
const namePattern = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** RFC 9110, 5.5, but ASCII only: senders and receivers differ about the bytes of other characters. */
const valuePattern = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;

const frames = 'it controls where the request ends and what happens to the connection';

/**
 * Header names in lower case that are not a merchant's to choose, each with the reason. `-` at the end: all that begin
 * so.
 */
const reservedNames: Readonly<Record<string, string>> = {
  'webhook-': 'it identifies or signs the webhook',
  'content-': 'it describes the body, which is sent as it was signed',
  host: 'it names the server of the URL',
  connection: frames,
  'keep-alive': frames,
  'transfer-encoding': frames,
  te: frames,
  trailer: frames,
  upgrade: frames,
  'http2-settings': frames,
  expect: 'the body would have to wait for an interim response',
  'proxy-': 'it is meant for a proxy, not for your server',
  'accept-encoding': 'compressed responses are not read',
  'user-agent': 'it identifies the sender',
  traceparent: 'it identifies the trace',
  tracestate: 'it belongs to the trace',
};

/** Why no webhook carries a header of this name at its merchant's wish; `undefined` where one may. */
export const explainReservedHeader = (name: string): string | undefined => {
  const lowerCase = name.toLowerCase();
  const family = /^[^-]*-/.exec(lowerCase)?.[0];
  if (Object.hasOwn(reservedNames, lowerCase)) return reservedNames[lowerCase];
  return family !== undefined && Object.hasOwn(reservedNames, family) ? reservedNames[family] : undefined;
};

const headerNameSchema = z
  .string()
  .min(1)
  .max(nameMaxLength)
  .regex(namePattern, "expected a header's name: letters, digits and -, such as Authorization or X-Api-Key")
  .superRefine((name, context) => {
    const reason = explainReservedHeader(name);
    if (reason !== undefined)
      context.addIssue(`this header cannot be set (${reason}): use Authorization or a name of your own`);
  });

/** A header of the merchant's choice that its webhooks carry. Its value is a secret. */
export const endpointHeaderSchema = z.strictObject({
  name: headerNameSchema.describe(
    'Names that sign, describe or frame the request (`webhook-…`, `content-…`, `host` and others) are refused.',
  ),
  value: z
    .string()
    .min(1)
    .max(valueMaxLength)
    .regex(valuePattern, 'expected printable ASCII characters, with spaces and tabs only between them')
    .refine((value) => value !== maskedHeaderValue, {
      error: 'this value is masked: send the whole value, or leave out `header` to keep the current one',
    })
    .describe('Printable ASCII. Sent as it is.'),
});
export type EndpointHeader = z.infer<typeof endpointHeaderSchema>;

export const endpointHeaderViewSchema = z.object({ name: z.string(), value: z.literal(maskedHeaderValue) });

/** A header as it rests and travels: its value is sealed for `endpointHeaderOf`. */
export const sealedHeaderSchema = z.object({ name: z.string(), sealed: z.string() });
export type SealedHeader = z.infer<typeof sealedHeaderSchema>;

/**
 * The place that a header's value is sealed for: one endpoint, one name and one origin. It opens at no other place,
 * even if the row or the message that holds it is copied elsewhere.
 * @param place `url`: absolute
 */
export const endpointHeaderOf = (endpointId: string, place: { name: string; url: string }): string =>
  `header ${place.name.toLowerCase()} of ${endpointId} at ${new URL(place.url).origin}`;
