/**
 * The published contract: `npm run contract` writes it from the schemas, `--check` fails where a committed file
 * differs from what the schemas say, the client's types among them. Either way the documents are linted.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { attemptErrors } from '@delivery/contracts/attempt-errors';
import { problemActions, standardEvents, webhookEvents } from '@delivery/contracts/events';
import { deliveryStates, nextStatuses, orderStatuses } from '@delivery/contracts/status';
import { formatText } from './generated-document.js';

const root = new URL('../', import.meta.url);
const published = new URL('packages/api-docs/dist/published/', root);
const openApiFiles = ['openapi.json', 'courier-openapi.json', 'platform-openapi.json', 'operator-openapi.json'];
/** Others chose its style: it is only to be valid. */
const standardFile = 'open-delivery-openapi.json';
const asyncApiFile = 'asyncapi.json';
/** AsyncAPI severities: 0 is an error, 1 a warning, the rest is advice. */
const worstAllowedSeverity = 2;

const readPublished = (name) => readFileSync(new URL(name, published), 'utf8');

/** Each committed file with the text that it must have. */
const listFiles = async () => [
  ...[...openApiFiles, standardFile, asyncApiFile].map((name) => ({ path: `docs/${name}`, text: readPublished(name) })),
  { path: 'docs/merchants.md', text: withChangeableFields(readFileSync(new URL('docs/merchants.md', root), 'utf8')) },
  { path: 'packages/client/src/openapi.generated.ts', text: await writeClientTypes() },
  { path: 'packages/e2e/test/open-delivery.generated.ts', text: await writeStandardTypes() },
  { path: 'packages/client/src/names.generated.ts', text: writeClientNames() },
  { path: 'packages/client/src/problem-classes.generated.ts', text: writeClientProblems() },
  { path: 'packages/client/src/cli/attempt-errors.generated.ts', text: writeClientErrors() },
];

const writeClientTypes = async () => {
  const types = await openapiTypescript(JSON.parse(readPublished('openapi.json')), {
    exportType: true,
    transform: toKnownValues,
  });
  return `/** Generated from docs/openapi.json by \`npm run contract\`. */\n${astToString(types)}`;
};

/** Editors propose the values that this version knows. A text with a maximum length may also be any other. */
const toKnownValues = ({ type, maxLength, 'x-extensible-enum': values }) =>
  values &&
  maxLength === undefined &&
  ts.factory.createUnionTypeNode([
    ...values.map((value) => ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(value))),
    ...(type.includes('null') ? [ts.factory.createLiteralTypeNode(ts.factory.createNull())] : []),
  ]);

/** As the maker of a till generates them. */
const writeStandardTypes = async () => {
  const path = 'packages/open-delivery/src/open-delivery-1.7.1.json';
  const standard = JSON.parse(readFileSync(new URL(path, root), 'utf8'));
  return `/** Generated from ${path} by \`npm run contract\`. */\n${astToString(await openapiTypescript(standard))}`;
};

/** The client has no dependencies, so it has the lists of the contracts as a copy. */
const writeClientNames = () => {
  const finalStatuses = orderStatuses.filter((status) => nextStatuses[status].length === 0);
  const lists = Object.entries({
    orderStatuses,
    finalStatuses,
    deliveryStates,
    standardEvents,
    webhookEvents,
    problemActions,
  });
  const lines = lists.map(([name, list]) => `export const ${name} = ${JSON.stringify(list)} as const;`);
  return `/** Generated from packages/contracts/src/{status,events}.ts by \`npm run contract\`. */\n${lines.join('\n')}\n`;
};

const writeClientErrors = () =>
  `/** Generated from packages/contracts/src/attempt-errors.ts by \`npm run contract\`. */\nexport const attemptErrors: Readonly<Record<string, { short: string; meaning: string; remedy: string }>> = ${JSON.stringify(attemptErrors)};\n`;

/** A class for each code in the table of errors. The one with a member of its own is written by hand. */
const writeClientProblems = () => {
  const { tags } = JSON.parse(readPublished('openapi.json'));
  const errors = tags.find(({ name }) => name === 'Errors').description;
  const rows = [...errors.matchAll(/^\| \d{3} \| `(\w+)` \| (.*?) \|/gm)].map(([, code, meaning]) => {
    const named = code.replace('oauth', 'OAuth').replaceAll(/(?:^|_)([a-zA-Z])/g, (_, first) => first.toUpperCase());
    return { code, meaning, named };
  });
  const classes = rows
    .filter(({ code }) => code !== 'external_id_conflict')
    .map(({ code, meaning, named }) => `/** ${meaning} */\nexport class ${named} extends problemOf('${code}') {}`);
  return `/** Generated from docs/openapi.json by \`npm run contract\`. */
import { ExternalIdConflict, problemOf } from './problem-error.js';

${classes.join('\n')}

/** By code: all that the guide lists. */
export const problemClasses = {${rows.map(({ code, named }) => `${code}: ${named}`).join(', ')}} as const;
`;
};

const withChangeableFields = (guide) => {
  const [begin, end] = ['<!-- changeable-fields: generated -->\n', '<!-- /changeable-fields -->'];
  const [from, to] = [guide.indexOf(begin), guide.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/merchants.md needs a line ${begin.trim()} and, below, ${end}`);
  return `${guide.slice(0, from + begin.length)}\n${readPublished('changeable-fields-table.md')}\n${guide.slice(to)}`;
};

const committedText = (path) => {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};

const lintOpenApi = (rules, names) => {
  // `by-reference/{reference}` and `{id}/test` are ambiguous by this rule; a fixed segment goes before a parameter
  // here.
  const args = ['lint', `--extends=${rules}`, '--skip-rule=no-ambiguous-paths', ...names.map((name) => `docs/${name}`)];
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/redocly', args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  return status === 0 ? [] : [`redocly lint failed:\n${stdout}${stderr}`];
};

const lintAsyncApi = async () => {
  const { diagnostics } = await new Parser().parse(readPublished(asyncApiFile));
  return diagnostics
    .filter(({ severity }) => severity < worstAllowedSeverity)
    .map(({ path, message }) => `docs/${asyncApiFile} ${path.join('.')}: ${message}`);
};

const formatFile = async ({ path, text }) => ({ path, text: await formatText(path, text) });

const files = await Promise.all((await listFiles()).map(formatFile));
const faults = [];
for (const { path, text } of files) {
  if (process.argv.includes('--check')) {
    if (committedText(path) !== text) faults.push(`${path} is not what the schemas say: npm run contract`);
  } else {
    writeFileSync(new URL(path, root), text);
  }
}
faults.push(
  ...lintOpenApi('recommended-strict', openApiFiles),
  ...lintOpenApi('spec', [standardFile]),
  ...(await lintAsyncApi()),
);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
