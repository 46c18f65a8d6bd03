import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const builtSchema = z.object({ configSchema: z.instanceof(z.ZodObject) });

/** The variables that a service reads, from the schema of its build. */
export const readVariables = async (directory: string): Promise<string[]> => {
  const url = pathToFileURL(join(directory, 'dist/modules/config.js'));
  return Object.keys(builtSchema.parse(await import(url.href)).configSchema.shape);
};

/** Set for each service by `npm start` itself. */
const setHere = ['PORT', 'ORDER_STATE_URL', 'INTAKE_API_URL'];

/** Read by `npm start` itself, or by the operator's command line on the same machine. */
const readHere = [
  'DATA_DIR',
  'DELIVERY_CACHE_DIR',
  'DEMO',
  'STACK',
  'RABBITMQ_MANAGEMENT_URL',
  'INTAKE_API_PORT',
  'ORDER_STATE_PORT',
  'WEBHOOK_DISPATCHER_PORT',
  'COURIER_SIMULATOR_PORT',
  'OPERATOR_NAME',
  'OPERATOR_URL',
];

/**
 * A line for each variable that seems to be meant for the product and has no effect: this program sets it anyway, its
 * name resembles the name of a variable that is read, or it shares a prefix with several.
 */
export const explainUnused = (env: NodeJS.ProcessEnv, readByServices: readonly string[]): string[] => {
  const read = [...readByServices, ...readHere].filter((name) => !setHere.includes(name));
  const families = read.map(familyOf).filter((family, at, all) => all.indexOf(family) < at);
  // OpenTelemetry's libraries read more variables than the schemas name.
  const given = Object.keys(env).filter((name) => env[name] && !read.includes(name) && !name.startsWith('OTEL_'));
  return given.flatMap((name) => {
    if (setHere.includes(name)) return `${name} has no effect: npm start sets it for each service`;
    const meant = read.find((known) => isNearly(name, known));
    if (meant !== undefined) return `${name} has no effect: did you mean ${meant}?`;
    return families.includes(familyOf(name)) ? `${name} has no effect: no service reads it` : [];
  });
};

/** `RATE_` of `RATE_LIMIT_CREATE_PER_MINUTE`. */
const familyOf = (name: string): string => (/^[A-Z]+_/.exec(name) ?? [name])[0];

const editsMax = 2;

const isNearly = (name: string, known: string): boolean =>
  known.length > 5 && Math.abs(name.length - known.length) <= editsMax && countEdits(name, known) <= editsMax;

/** Letters to insert, leave out or change (Levenshtein). */
const countEdits = (from: string, to: string): number => {
  const first = Array.from({ length: to.length + 1 }, (_, at) => at);
  const last = from.split('').reduce((above, letter) => {
    const row = [(above[0] ?? 0) + 1];
    for (let at = 1; at <= to.length; at += 1) {
      const change = (above[at - 1] ?? 0) + (letter === to[at - 1] ? 0 : 1);
      row.push(Math.min(change, (above[at] ?? 0) + 1, (row[at - 1] ?? 0) + 1));
    }
    return row;
  }, first);
  return last[to.length] ?? 0;
};
