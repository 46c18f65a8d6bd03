import {
  type AttemptErrorCode,
  attemptErrors,
  changeableFieldNames,
  changeableFields,
  type ProblemCode,
  problemStatuses,
} from '@delivery/contracts';
import { type ApiName, problemMeanings } from '@delivery/contracts/calls';

/** Every code of one API, by status, as a Markdown table. */
export const errorsTable = (api: ApiName): string => {
  const codes = Object.keys(problemStatuses)
    .filter((code): code is ProblemCode => code in problemStatuses)
    .filter((code) => {
      const [apis] = problemMeanings[code];
      return apis.includes(api);
    })
    .sort((one, other) => problemStatuses[one] - problemStatuses[other]);
  const rows = codes.map((code) => {
    const [, meaning, remedy] = problemMeanings[code];
    return `| ${problemStatuses[code]} | \`${code}\` | ${meaning} | ${remedy} |`;
  });
  return ['| status | code | when | what to do |', '| --- | --- | --- | --- |', ...rows].join('\n');
};

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
