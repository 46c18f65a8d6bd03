import { operatorProblemSchema } from '@delivery/contracts';
import { apis, type Call, type NamedSchemas } from '@delivery/contracts/calls';

type Answer = { status: number; headers: Headers; text: string };
type Api = { calls: readonly (Call & { pattern: RegExp })[]; schemas: NamedSchemas };

const withPatterns = (calls: Readonly<Record<string, Call>>): Api['calls'] =>
  Object.values(calls).map((call) => ({
    ...call,
    pattern: new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

const owners = ['merchant', 'courier', 'platform'] as const;
const apiOf = (name: keyof typeof apis): Api => ({ ...apis[name], calls: withPatterns(apis[name].calls) });

/** By how the path of each of its calls begins. Calls of all owners may be at one path, each with answers of its own. */
const apisBelow: Readonly<Record<string, readonly Api[]>> = {
  '/v1/': owners.map(apiOf),
  '/courier/v1/': [apiOf('courier')],
  '/platform/v1/': [apiOf('platform')],
  // An owner's call answers operators in the owner's shape.
  '/operator/v1/': owners.map((owner) => ({
    ...apiOf('operator'),
    schemas: { ...apis[owner].schemas, ...apis.operator.schemas },
  })),
};

/**
 * Holds an answer of one of the four APIs against `packages/contracts`: a success is one that its call declares, and a body
 * has exactly the declared members, in their shapes. `path` is without its query; other paths are free.
 * @throws Error that names what is wrong
 */
export const expectDeclared = (method: string, path: string, answer: Answer): void => {
  const [, declared = []] = Object.entries(apisBelow).find(([base]) => path.startsWith(base)) ?? [];
  const [faults = [], ...others] = declared.map((api) => findFaults(api, method, path, answer));
  if (faults.length > 0 && others.every((ofOther) => ofOther.length > 0))
    throw new Error(`${method} ${path} answers ${answer.status} with ${faults.join(', ')}: ${answer.text}`);
};

const findFaults = (api: Api, method: string, path: string, { status, headers, text }: Answer): string[] => {
  if (status >= 400) return findBodyFaults(operatorProblemSchema, text);
  const answer = api.calls.find((call) => call.method === method && call.pattern.test(path))?.answers[status];
  if (answer === undefined && status !== 304) return ['a status that no call of this path declares'];
  if (answer?.schema === undefined) return text === '' ? [] : ['a body where none is declared'];
  const schema = api.schemas[answer.schema];
  if (schema === undefined) return [`no schema ${answer.schema}`];
  return headers.get('content-type') === answer.textType ? [] : findBodyFaults(schema, text);
};

const findBodyFaults = (schema: NamedSchemas[string], text: string): string[] => {
  const body: unknown = JSON.parse(text);
  const { data, error } = schema.safeParse(body);
  if (error) return error.issues.map(({ path, message }) => `/${path.join('/')}: ${message}`);
  return findUnread(body, data).map((pointer) => `${pointer}, which is not declared`);
};

/** Members that reading leaves out. A declared one stays, if only as undefined. */
const findUnread = (sent: unknown, read: unknown, at = ''): string[] =>
  isNested(sent) && isNested(read)
    ? Object.entries(sent).flatMap(([name, value]) =>
        name in read ? findUnread(value, Reflect.get(read, name), `${at}/${name}`) : [`${at}/${name}`],
      )
    : [];

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
