import { changeableFieldNames, changeableFields } from '@delivery/contracts';

const code = (name: string): string => `\`${name}\``;

/** Every field that may be changed, with the statuses in which it may, as Markdown. */
export const changeableFieldsTable = [
  '| field | may be changed while the order is |',
  '| --- | --- |',
  ...changeableFieldNames.map((field) => `| ${code(field)} | ${changeableFields[field].map(code).join(', ')} |`),
].join('\n');
