import {
  externalDataMaxBytes,
  externalOrderSchema,
  type FieldError,
  type HandoverRequest,
  type OrderContent,
} from '@delivery/contracts';
import { fieldError, type ParsedJson, toFieldErrors } from '@delivery/http-edge';

/** Without `external_data`, which is read as text. */
const submittedSchema = externalOrderSchema.omit({ external_data: true });

/** `known`: what was read, to tell from it what was not. */
export type OrderReading =
  | { ok: true; order: OrderContent; handover: HandoverRequest | undefined; externalData: string; known: object }
  | { ok: false; errors: FieldError[] };

/** The shape of a create request: the known fields, and `external_data` as the very text that was sent. */
export const readOrder = ({ value, scan }: ParsedJson): OrderReading => {
  const parsed = submittedSchema.safeParse(value);
  const externalData = scan.member === undefined || none.test(scan.member) ? '{}' : scan.member;
  const errors = checkExternalData(externalData);
  if (!parsed.success) return { ok: false, errors: [...toFieldErrors(parsed.error.issues, value), ...errors] };
  if (errors.length > 0) return { ok: false, errors };
  const { handover, ...order } = parsed.data;
  return { ok: true, order, handover: handover ?? undefined, externalData, known: parsed.data };
};

/** Texts that the schema takes for an absent object. */
const none = /^(?:null|""|\[\s*\])$/;

const checkExternalData = (text: string): FieldError[] => {
  if (!text.startsWith('{')) return [fieldError(['external_data'], 'invalid_type', 'Expected an object.')];
  if (Buffer.byteLength(text) <= externalDataMaxBytes) return [];
  const message = `Expected at most ${externalDataMaxBytes} bytes of JSON text.`;
  return [fieldError(['external_data'], 'too_big', message)];
};
