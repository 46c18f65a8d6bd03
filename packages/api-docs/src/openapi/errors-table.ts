import { type ProblemCode, problemStatuses } from '@delivery/contracts';
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
