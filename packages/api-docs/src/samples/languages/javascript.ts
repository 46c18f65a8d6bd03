import { javaScriptStyle, writeLiteral } from '../literal.js';
import { camelName, joinSteps, type SampleLanguage, type SampleRequest, splitPath } from '../sample.js';

const helper = `const { BASE, KEY, TOKEN } = process.env;

const call = async (method, path, body, headers) => {
  const response = await fetch(BASE + path, {
    method,
    headers: {
      authorization: \`Basic \${btoa(\`\${KEY}:\${TOKEN}\`)}\`,
      'content-type': 'application/json',
      ...headers,
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(\`\${response.status} \${text}\`);
  return text && JSON.parse(text);
};`;

/** `fetch`, as Node, Bun and Deno have it: nothing to install. */
export const javaScript: SampleLanguage = {
  id: 'javascript',
  label: 'JavaScript',
  highlight: 'javascript',
  toStatements: (steps) =>
    joinSteps(steps, (step) => {
      if (step.kind === 'comment') return `// ${step.text}`;
      if (step.kind === 'assign') return `const ${camelName(step.variable)} = '${step.value}';`;
      return `console.log(await call(${writeArguments(step.request)}));`;
    }),
  toProgram: (statements) => `${helper}\n\n${statements}`,
};

const writeArguments = ({ method, path, headers, body }: SampleRequest): string => {
  const extra = headers.length === 0 ? undefined : writeLiteral(Object.fromEntries(headers), javaScriptStyle);
  const sent = body === undefined ? extra && 'undefined' : writeLiteral(body, javaScriptStyle);
  return [`'${method}'`, writeTemplate(path), sent, extra].filter((argument) => argument !== undefined).join(', ');
};

/** A text with the reader's values in it, as JavaScript and TypeScript write it. */
const writeTemplate = (path: string): string => {
  const parts = splitPath(path);
  if (parts.length === 1) return `'${path}'`;
  return `\`${parts.map((part, at) => (at % 2 === 0 ? part : `\${${camelName(part)}}`)).join('')}\``;
};
