import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseUrl } from '../transport.js';
import { CannotRunError, type CommandInput, type Flags } from './command.js';

/** The service's URL and the merchant's credentials. */
export type Connection = { baseUrl: string; key: string; token: string };

export const connectionFlags: Flags = {
  'base-url': { value: 'url', help: 'URL of the service; default: DELIVERY_BASE_URL, then the service of npm start' },
  key: { value: 'key', help: "the platform's key; default: DELIVERY_KEY, then the demo merchant's" },
  token: { value: 'token', help: "the merchant's token; default: DELIVERY_TOKEN, then the demo merchant's" },
};

/**
 * Flags, then the environment; what neither says is what `npm start` keeps in `.data`, found from here upwards. Its
 * credentials go to its own service only: where a base URL was given, key and token must be, too.
 * @throws CannotRunError that names what is missing
 */
export const findConnection = ({
  text,
  env,
  directory,
}: Pick<CommandInput, 'text' | 'env' | 'directory'>): Connection => {
  const read = (flag: string, variable: string): string | undefined => {
    const value = text(flag);
    // A shell variable may be unset: another merchant's credentials must not take its place.
    if (value === '') throw new CannotRunError(`--${flag} is empty`);
    return value ?? (env[variable] || undefined);
  };
  const given = {
    baseUrl: read('base-url', 'DELIVERY_BASE_URL'),
    key: read('key', 'DELIVERY_KEY'),
    token: read('token', 'DELIVERY_TOKEN'),
  };
  const kept = given.baseUrl === undefined ? readKept(findDataDirectory(env, directory)) : {};
  const { baseUrl, key, token } = { ...kept, ...withoutAbsent(given) };
  if (baseUrl === undefined || key === undefined || token === undefined)
    throw new CannotRunError(sayMissing({ baseUrl, key, token }));
  if (!/^https?:$/.test(parseUrl(baseUrl)?.protocol ?? ''))
    throw new CannotRunError(`the base URL ${baseUrl} is not an http or https URL such as http://127.0.0.1:8080`);
  return { baseUrl, key, token };
};

type Found = { [Name in keyof Connection]?: string | undefined };

const withoutAbsent = (found: Found): Partial<Connection> =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));

const sayMissing = (found: Found): string => {
  const names = { baseUrl: 'DELIVERY_BASE_URL', key: 'DELIVERY_KEY', token: 'DELIVERY_TOKEN' } as const;
  const missing = [
    ...(found.baseUrl === undefined ? [names.baseUrl] : []),
    ...(found.key === undefined ? [names.key] : []),
    ...(found.token === undefined ? [names.token] : []),
  ].join(', ');
  return (
    `the service or the credentials are unknown: set ${missing} (or the flags), or run \`npm start\` in the ` +
    'repository and this command below it.'
  );
};

/** The nearest directory of data from here upwards: where `npm start` keeps what it runs. */
export const findDataDirectory = (env: CommandInput['env'], directory: string): string | undefined => {
  const given = env['DATA_DIR'];
  if (given) return resolve(directory, given);
  for (let at = resolve(directory); ; at = dirname(at)) {
    if (existsSync(join(at, '.data', 'services.json'))) return join(at, '.data');
    if (at === dirname(at)) return undefined;
  }
};

const readKept = (dataDirectory: string | undefined): Partial<Connection> => {
  if (dataDirectory === undefined) return {};
  const services = readTexts(join(dataDirectory, 'services.json'));
  const demo = readTexts(join(dataDirectory, 'demo.json'));
  return withoutAbsent({ baseUrl: services['intake_api_url'], key: demo['key'], token: demo['token'] });
};

/** The members of a JSON file that are text; none where there is no file. @throws CannotRunError where it is no JSON */
const readTexts = (path: string): Record<string, string> => {
  if (!existsSync(path)) return {};
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(members.filter((member): member is [string, string] => typeof member[1] === 'string'));
  } catch (error) {
    throw new CannotRunError(`${path} cannot be read: run npm start to write it again`, { cause: error });
  }
};
