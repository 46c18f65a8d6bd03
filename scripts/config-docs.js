/**
 * docs/configuration.md: `npm run config:docs` writes it from the schemas of the environment, `--check` fails where the
 * committed file differs. The services and the courier simulator must be built.
 */
import { z } from 'zod';
import { writeOrCheck } from './generated-document.js';

const root = new URL('../', import.meta.url);
const target = new URL('docs/configuration.md', root);

const services = ['services/intake-api', 'services/order-state', 'services/webhook-dispatcher'];
const nameOf = (directory) => directory.split('/')[1];

/** A default as it would be written in the environment: before the schema has transformed it. */
const defaultOf = (name, { properties, required = [] }) => {
  if (required.includes(name)) return 'required';
  const value = properties[name].default ?? '';
  return value === '' ? 'none' : `\`${value}\``;
};

const readVariables = async (directory) => {
  const { configSchema } = await import(new URL(`${directory}/dist/modules/config.js`, root).href);
  const environment = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(configSchema.shape).map(([name, { description }]) => {
    if (description === undefined)
      throw new Error(`${name} of ${directory} has no description: end its schema with .describe()`);
    return { name, description, fallback: defaultOf(name, environment), service: nameOf(directory) };
  });
};

/** One row for a variable that means the same in several services. */
const toRows = (variables) => {
  const keyOf = ({ name, description }) => `${name} ${description}`;
  return [...new Set(variables.map(keyOf))].map((key) => {
    const readings = variables.filter((variable) => keyOf(variable) === key);
    return {
      ...readings[0],
      services: readings.map(({ service }) => service),
      fallback: [...new Set(readings.map(({ fallback }) => fallback))].join(', '),
    };
  });
};

/** `others`: the services that read a row's variable, too, beside those of its section. */
const list = (rows, others) =>
  rows
    .map((row) => {
      const also = others(row);
      const meaning = also.length > 0 ? `${row.description} Also: ${also.join(', ')}.` : row.description;
      return `- \`${row.name}\` (${row.fallback}): ${meaning}`;
    })
    .join('\n');

const render = async () => {
  const variables = await Promise.all([...services, 'packages/courier-simulator'].map(readVariables));
  const rows = toRows(variables.flat());
  const isCommon = (row) => services.every((directory) => row.services.includes(nameOf(directory)));
  const beside = (names) => (row) => row.services.filter((service) => !names.includes(service));
  const sectionOf = (name) =>
    `## ${name}\n\n${list(
      rows.filter((row) => !isCommon(row) && row.service === name),
      beside([name]),
    )}`;

  return `# Configuration

Generated from the services' \`config.ts\` by \`npm run config:docs\`. In brackets: the default. A service reads its environment once, at its start, and lists
every fault at once. An empty variable counts as absent. Secrets are never logged.

## Every service

${list(rows.filter(isCommon), beside(services.map(nameOf)))}

${[...services.map(nameOf), 'courier-simulator'].map(sectionOf).join('\n\n')}

## npm start

\`npm start\` and \`npm run dev\` read \`.env\` ([.env.example](../.env.example)); what the shell sets goes first. They pass the variables
above to the services, but set \`PORT\` and \`ORDER_STATE_URL\` themselves, and name a variable that looks like one of these and has no effect. Missing secrets are made once. With \`DATABASE_URL\` or
\`RABBITMQ_URL\` that server is used instead of a private one.

- \`INTAKE_API_PORT\`, \`ORDER_STATE_PORT\`, \`WEBHOOK_DISPATCHER_PORT\`, \`COURIER_SIMULATOR_PORT\` (\`8080\` to \`8083\`): The port of each process.
- \`DATA_DIR\` (\`.data\`): Where the private servers, the secrets and the logs are kept; delete it to start empty.
- \`DEMO\` (\`true\`): \`false\`: no demo merchant, and no server that prints its webhooks.
`;
};

await writeOrCheck(target, await render(), 'docs/configuration.md is not what the services read: npm run config:docs');
