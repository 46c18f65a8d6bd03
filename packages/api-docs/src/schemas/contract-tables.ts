import {
  type AttemptErrorCode,
  attemptErrors,
  changeableFieldNames,
  changeableFields,
  sandboxScenarios,
} from '@delivery/contracts';

const asCode = (name: string): string => `\`${name}\``;

/** For every `error_code` of an attempt. */
export const errorCodeNote =
  'Why it failed, stable and machine-readable: see the table in the guide. An open enum: more codes may come, none changes its meaning.';
export const errorDetailNote =
  'For people: what the code does not say, such as an address, where a redirect leads, or the rule of HTTP that was broken.';

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

/** Every scenario with its sentence, as Markdown. */
export const scenarioNote = Object.entries(sandboxScenarios)
  .map(([name, sentence]) => `\`${name}\`: ${sentence}`)
  .join('\n\n');
