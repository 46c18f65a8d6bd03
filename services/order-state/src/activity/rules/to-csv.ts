import type { ActivityEntry } from '@delivery/contracts';

/** RFC 4180. */
export const csvHead =
  'id,at,actor_type,actor_name,action,subject_type,subject_id,merchant_id,reason,detail,address\r\n';

export const toCsvLine = ({ id, at, actor, action, subject, merchant_id, ...rest }: ActivityEntry): string => {
  const cells = [id, at, actor.type, actor.name, action, subject.type, subject.id, merchant_id];
  return `${[...cells, rest.reason, rest.detail, rest.address].map(toCell).join(',')}\r\n`;
};

/** A spreadsheet would take a text that begins so for a formula: people write reasons, and merchants their names. */
const formula = /^[=+\-@\t\r]/;

const toCell = (value: string | number | null): string => {
  const text = String(value ?? '');
  const inert = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};
