import type { z } from 'zod';
import { schemaVersion } from '@delivery/contracts';
import type { ReceivedMessage } from '@delivery/messaging';

export type ParsedMessage<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Reads a message's JSON against its schema. The reason names fields and expectations, never values. */
export const parseMessage = <T>(schema: z.ZodType<T>, message: ReceivedMessage): ParsedMessage<T> => {
  const json = parseJson(message.body);
  if (json === undefined) return { ok: false, reason: 'the body is not JSON' };
  const newer = newerVersion(json);
  if (newer !== undefined)
    return { ok: false, reason: `schema_version ${newer} is newer than ${schemaVersion}, the newest known here` };
  const parsed = schema.safeParse(json, { reportInput: false });
  if (parsed.success) return { ok: true, value: parsed.data };
  const faults = parsed.error.issues
    .slice(0, faultMax)
    .map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  return { ok: false, reason: `does not match its schema: ${faults.join('; ')}` };
};

const faultMax = 5;

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};

const newerVersion = (json: unknown): number | undefined => {
  if (typeof json !== 'object' || json === null || !('schema_version' in json)) return undefined;
  const version = json.schema_version;
  return typeof version === 'number' && version > schemaVersion ? version : undefined;
};
