import { externalDataMaxBytes, type FieldError, type OrderContent, orderContentSchema } from '@delivery/contracts';
import { fieldError, type ParsedJson, toFieldErrors } from '@delivery/http-edge';

export type OrderReading =
  { ok: true; order: OrderContent; externalData: string } | { ok: false; errors: FieldError[] };

/** The shape of a create request: the known fields, and `external_data` as the very text that was sent. */
export const readOrder = ({ text, value, scan }: ParsedJson): OrderReading => {
  const parsed = orderContentSchema.safeParse(value);
  const externalData = scan.member === undefined || scan.member === 'null' ? '{}' : scan.member;
  const errors = checkExternalData(externalData);
  if (!parsed.success) return { ok: false, errors: [...toFieldErrors(parsed.error.issues, value), ...errors] };
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, order: text.includes('null') ? dropNulls(parsed.data) : parsed.data, externalData };
};

const checkExternalData = (text: string): FieldError[] => {
  if (!text.startsWith('{')) return [fieldError(['external_data'], 'invalid_type', 'Expected an object.')];
  if (Buffer.byteLength(text) <= externalDataMaxBytes) return [];
  const message = `Expected at most ${externalDataMaxBytes} bytes of JSON text.`;
  return [fieldError(['external_data'], 'too_big', message)];
};

/** `null` and absent are the same; so that equal orders are equal texts, only one of them is sent on. */
const dropNulls = (order: OrderContent): OrderContent => {
  deleteNulls(order);
  return order;
};

/** In place: zod has made these objects for this order alone. */
const deleteNulls = (value: object): void => {
  for (const name of Object.keys(value)) {
    const one: unknown = Reflect.get(value, name);
    if (one === null) Reflect.deleteProperty(value, name);
    else if (typeof one === 'object') deleteNulls(one);
  }
};
