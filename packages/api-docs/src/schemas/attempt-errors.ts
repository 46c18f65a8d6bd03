import { type AttemptErrorCode, attemptErrors } from '@delivery/contracts';

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
  ...codes.map((code) => `| \`${code}\` | ${attemptErrors[code].meaning} | ${attemptErrors[code].remedy} |`),
].join('\n');
