/**
 * What of the documents a machine can hold true (`npm run docs:check`, part of `npm run check`):
 * - every variable that a service or what runs beside them reads stands in README's table of configuration (`all` are the
 *   services), and every variable there is read;
 * - `.env.example` names nothing else, but for what `npm start` itself reads;
 * - a line of prose has at most 160 characters. Tables, code and the name of a test cannot be broken.
 * All of them must be built.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const services = ['intake-api', 'order-state', 'webhook-dispatcher'];
const beside = ['courier-simulator'];
const readers = [...services, ...beside];
const proseMax = 160;

const read = (path) => readFileSync(new URL(path, root), 'utf8');

const variablesOf = async (service) => {
  const directory = beside.includes(service) ? 'packages' : 'services';
  const { configSchema } = await import(new URL(`${directory}/${service}/dist/config.js`, root).href);
  return Object.keys(configSchema.shape).map((variable) => ({ variable, service }));
};

/** Rows of the table: variable names in the first cell, services in the second. */
const documentedVariables = () => {
  const [, section = ''] = read('README.md').split('## Configuration');
  const [table = ''] = section.split(/^## /m);
  return table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, names = '', told = ''] = line.split('|');
      const isForAll = told.trim().split(', ').includes('all');
      const readBy = readers.filter((name) => told.includes(name) || (isForAll && services.includes(name)));
      return [...names.matchAll(/`([A-Z_]+)`/g)].flatMap(([, variable]) =>
        readBy.map((service) => ({ variable, service })),
      );
    });
};

const describe = ({ variable, service }) => `${variable} of ${service}`;

const findUndocumented = async () => {
  const inCode = new Set((await Promise.all(readers.map(variablesOf))).flat().map(describe));
  const inReadme = new Set(documentedVariables().map(describe));
  return [
    ...[...inCode].filter((each) => !inReadme.has(each)).map((each) => `README.md, Configuration: ${each} is missing`),
    ...[...inReadme]
      .filter((each) => !inCode.has(each))
      .map((each) => `README.md, Configuration: no service reads ${each}`),
  ];
};

const ofNpmStart = [
  'INTAKE_API_PORT',
  'ORDER_STATE_PORT',
  'WEBHOOK_DISPATCHER_PORT',
  'COURIER_SIMULATOR_PORT',
  'DATA_DIR',
  'DEMO',
];

const findUnknownExamples = async () => {
  const known = new Set([
    ...ofNpmStart,
    ...(await Promise.all(readers.map(variablesOf))).flat().map(({ variable }) => variable),
  ]);
  return [...read('.env.example').matchAll(/^#? ?([A-Z_]+)=/gm)]
    .filter(([, variable]) => !known.has(variable))
    .map(([, variable]) => `.env.example: nothing reads ${variable}`);
};

const documents = () => {
  const inRoot = readdirSync(fileURLToPath(root)).filter((name) => name.endsWith('.md'));
  const inDocs = readdirSync(fileURLToPath(new URL('docs', root)), { recursive: true })
    .map((name) => `docs/${name}`)
    .filter((name) => name.endsWith('.md'));
  return [...inRoot, ...inDocs];
};

const isProse = (line) => !line.startsWith('|') && !/^ {4}\S/.test(line) && !line.includes('.test.ts` › "');

const findLongLines = (path) => {
  let inCode = false;
  return read(path)
    .split('\n')
    .flatMap((line, index) => {
      if (line.trimStart().startsWith('```')) inCode = !inCode;
      const isLong = !inCode && isProse(line) && line.length > proseMax;
      return isLong ? [`${path}:${index + 1}: ${line.length} characters, at most ${proseMax}`] : [];
    });
};

const faults = [...(await findUndocumented()), ...(await findUnknownExamples()), ...documents().flatMap(findLongLines)];
for (const fault of faults) console.error(fault);
console.log(`${documents().length} documents read, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
