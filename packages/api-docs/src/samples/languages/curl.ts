import { jsonStyle, writeLiteral } from '../literal.js';
import { joinSteps, type SampleLanguage, type SampleRequest } from '../sample.js';

/** How an API is told who asks, and where it is: shell words with the reader's variables. */
export type CurlAccess = { base: string; credentials: string };

export const merchantAccess: CurlAccess = { base: '$BASE', credentials: '-u "$KEY:$TOKEN"' };
export const operatorAccess: CurlAccess = {
  base: '$ORDER_STATE',
  credentials: '-H "authorization: Bearer $OPERATOR_TOKEN"',
};

export const curlFor = (access: CurlAccess): SampleLanguage => ({
  id: 'curl',
  label: 'curl',
  highlight: 'bash',
  toStatements: (steps) =>
    joinSteps(steps, (step) => {
      if (step.kind === 'comment') return `# ${step.text}`;
      if (step.kind === 'assign') return `${step.variable}=${step.value}`;
      return writeCurl(access, step.request);
    }),
  toProgram: (statements) => statements,
});

const writeCurl = ({ base, credentials }: CurlAccess, { method, path, headers, body }: SampleRequest): string => {
  const implied = body === undefined ? 'GET' : 'POST';
  const words = [
    `curl -sS ${credentials}`,
    ...(method === implied ? [] : [`-X ${method}`]),
    `"${base}${path.replaceAll(/\{([A-Z_]+)\}/g, '$$$1')}"`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
  ].join(' ');
  if (body === undefined) return words;
  return `${words} \\\n  -H 'content-type: application/json' -d ${quote(writeLiteral(body, jsonStyle))}`;
};

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
