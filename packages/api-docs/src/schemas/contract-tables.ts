import { type AttemptErrorCode, attemptErrors, changeableFieldNames, changeableFields } from '@delivery/contracts';

const asCode = (name: string): string => `\`${name}\``;

const codes = Object.keys(attemptErrors).filter((code): code is AttemptErrorCode => code in attemptErrors);

/** Every code with its meaning and its remedy, as a Markdown table. */
export const attemptErrorsTable = [
  '| `error_code` | what happened | what to do |',
  '| --- | --- | --- |',
  ...codes.map((code) => `| ${asCode(code)} | ${attemptErrors[code].meaning} | ${attemptErrors[code].remedy} |`),
].join('\n');

/** Every field that may be changed, with the statuses in which it may, as Markdown. */
export const changeableFieldsTable = [
  '| field | may be changed while the order is |',
  '| --- | --- |',
  ...changeableFieldNames.map((field) => `| ${asCode(field)} | ${changeableFields[field].map(asCode).join(', ')} |`),
].join('\n');
