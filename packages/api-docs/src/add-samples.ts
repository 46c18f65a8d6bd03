import { type Plugin, snippetz } from '@scalar/snippetz';
import { type Json, type JsonObject, listAt, mapMembers, memberOf, membersOf, textAt } from './json.js';

/** Labels by the generator's names. */
const languages = [
  ['curl', 'shell', 'curl'],
  ['JavaScript', 'js', 'fetch'],
  ['Python', 'python', 'requests'],
  ['Go', 'go', 'native'],
  ['PHP', 'php', 'curl'],
  ['Java', 'java', 'nethttp'],
  ['C#', 'csharp', 'httpclient'],
  ['Ruby', 'ruby', 'native'],
  ['Kotlin', 'kotlin', 'okhttp'],
  ['Rust', 'rust', 'reqwest'],
] as const;

/** Where the samples send their requests: the reader puts the own host there. */
const host = 'https://delivery.example';

/**
 * The document with `x-codeSamples` at each call that takes credentials, for the reference.
 * @param authorization the header's value in the samples
 */
export const addSamples = (document: JsonObject, authorization: string): JsonObject => ({
  ...document,
  paths: mapMembers(memberOf(document, 'paths'), (methods, path) =>
    mapMembers(methods, (operation, method) => ({
      ...Object.fromEntries(membersOf(operation)),
      'x-codeSamples': writeSamples(toRequest({ base: baseOf(document), path, method, operation, authorization })),
    })),
  ),
});

/** The path before all others, without a slash behind it. */
const baseOf = (document: JsonObject): string => textAt(listAt(document, 'servers')[0], 'url').replace(/\/$/, '');

type SampleRequest = Parameters<Plugin['generate']>[0];
type SampledCall = { base: string; path: string; method: string; operation: Json; authorization: string };

const toRequest = ({ base, path, method, operation, authorization }: SampledCall): SampleRequest => {
  const body = firstBodyOf(operation);
  const isOpen = listAt(operation, 'security').length === 0 && memberOf(operation, 'security') !== undefined;
  return {
    method: method.toUpperCase(),
    url: host + base + fillIn(path, listAt(operation, 'parameters')),
    headers: [
      ...(isOpen ? [] : [{ name: 'Authorization', value: authorization }]),
      ...(body === undefined ? [] : [{ name: 'Content-Type', value: 'application/json' }]),
    ],
    ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(body, null, 2) } }),
  };
};

const fillIn = (path: string, parameters: readonly Json[]): string =>
  parameters.reduce<string>((filled, parameter) => {
    const example = memberOf(parameter, 'example');
    return filled.replace(`{${textAt(parameter, 'name')}}`, (name) => (typeof example === 'string' ? example : name));
  }, path);

const firstBodyOf = (operation: Json): Json | undefined => {
  const content = memberOf(memberOf(memberOf(operation, 'requestBody'), 'content'), 'application/json');
  const [first] = membersOf(memberOf(content, 'examples'));
  return memberOf(first?.[1], 'value') ?? memberOf(content, 'example');
};

const writeSamples = (request: SampleRequest): Json[] => {
  const generator = snippetz();
  return languages.map(([label, target, client]) => {
    const source = generator.findPlugin(target, client)?.generate(request);
    if (source === undefined) throw new Error(`no samples in ${label}: the generator has no ${target}/${client}`);
    return { lang: label, source };
  });
};
