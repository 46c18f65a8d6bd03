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

/** Fields that are checked for warnings. */
export type Doubtable = { [Name in 'address' | 'delivery_time' | 'store_ref']?: OrderContent[Name] | undefined };

/** `known`: the fields that were read, from which the unknown ones follow. */
export type OrderReading =
  | { ok: true; order: OrderContent; handover: HandoverRequest | undefined; externalData: string; known: object }
  | { ok: false; errors: FieldError[]; order: Doubtable; known: object };

/** The shape of a create request: the known fields, and `external_data` as the text that was sent. */
export const readOrder = ({ value, scan }: ParsedJson): OrderReading => {
  const parsed = submittedSchema.safeParse(value);
  const externalData = scan.member === undefined || none.test(scan.member) ? '{}' : scan.member;
  const errors = checkExternalData(externalData);
  if (!parsed.success)
    return { ok: false, errors: [...toFieldErrors(parsed.error.issues, value), ...errors], ...readMembers(value) };
  if (errors.length > 0) return { ok: false, errors, order: parsed.data, known: parsed.data };
  const { handover, ...order } = parsed.data;
  return { ok: true, order, handover: handover ?? undefined, externalData, known: parsed.data };
};

/** The members that are valid by themselves. Fields inside a faulty member count as known. */
const readMembers = (value: unknown): { order: Doubtable; known: object } => {
  const sent = new Map<string, unknown>(Object.entries(isObject(value) ? value : {}));
  const { address, delivery_time: due, store_ref: ref } = submittedSchema.shape;
  const known = Object.entries(submittedSchema.shape).flatMap(([name, schema]): [string, unknown][] =>
    sent.has(name) ? [[name, schema.safeParse(sent.get(name)).data ?? sent.get(name)]] : [],
  );
  const order = {
    address: address.safeParse(sent.get('address')).data,
    delivery_time: due.safeParse(sent.get('delivery_time')).data,
    store_ref: ref.safeParse(sent.get('store_ref')).data,
  };
  return { order, known: Object.fromEntries<unknown>(known) };
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Texts that the schema accepts as an absent object. */
const none = /^(?:null|""|\[\s*\])$/;

const checkExternalData = (text: string): FieldError[] => {
  if (!text.startsWith('{')) return [fieldError(['external_data'], 'invalid_type', 'Expected an object.')];
  if (Buffer.byteLength(text) <= externalDataMaxBytes) return [];
  const message = `Expected at most ${externalDataMaxBytes} bytes of JSON text.`;
  return [fieldError(['external_data'], 'too_big', message)];
};
