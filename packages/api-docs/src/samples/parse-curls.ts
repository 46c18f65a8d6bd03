import { z } from 'zod';
import type { Json } from '../json.js';
import { parseShell } from './parse-shell.js';
import type { SampleRequest, SampleStep } from './sample.js';

export type FindOperation = (method: string, path: string) => string | undefined;

/**
 * The requests that a block of the guide makes with curl, so that they can be shown in other languages too;
 * `undefined` where it does something else besides.
 */
export const parseCurls = (script: string, findOperation: FindOperation): SampleStep[] | undefined => {
  const steps = parseShell(script)?.map((statement) =>
    statement.kind === 'comment' ? statement : toStep(statement.words, findOperation),
  );
  if (steps === undefined || steps.includes(undefined)) return undefined;
  const told = steps.filter((step) => step !== undefined && step !== 'environment');
  return told.some(({ kind }) => kind === 'request') ? told : undefined;
};

/** `environment`: what the programs of the samples read for themselves. */
const toStep = (
  [command = '', ...words]: readonly string[],
  findOperation: FindOperation,
): SampleStep | 'environment' | undefined => {
  if (command === 'export') return 'environment';
  if (command === 'curl') {
    const request = toRequest(words, findOperation);
    return request && { kind: 'request', request };
  }
  const [, variable, value] = /^([A-Z_]+)=([\w.:/-]+)$/.exec(command) ?? [];
  if (variable === undefined || value === undefined || words.length > 0) return undefined;
  return { kind: 'assign', variable, value };
};

const toRequest = (words: readonly string[], findOperation: FindOperation): SampleRequest | undefined => {
  const given = readOptions(words);
  if (given?.url === undefined) return undefined;
  const path = pathOf(given.url);
  const body = given.data === undefined ? undefined : parseJson(given.data);
  if (path === undefined || (given.data !== undefined && body === undefined)) return undefined;
  const method = given.method ?? (given.data === undefined ? 'GET' : 'POST');
  const headers = given.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  if (headers.some(([, value]) => /\{[A-Z_]+\}/.test(value))) return undefined;
  return { method, path, headers, body, operationId: findOperation(method, path) };
};

type Options = { url?: string; method?: string; data?: string; headers: (readonly [string, string])[] };

/** Options that are understood; any other makes the call one that only curl can make. */
const readOptions = (words: readonly string[]): Options | undefined => {
  const options: Options = { headers: [] };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (/^-[sSf]+$/.test(word)) continue;
    if (!word.startsWith('-')) {
      options.url = word;
      continue;
    }
    at += 1;
    const value = words[at] ?? '';
    if (word === '-X') options.method = value;
    else if (word === '-d') options.data = value;
    else if (word === '-H') options.headers.push(toHeader(value));
    else if (word !== '-u' || value !== '{KEY}:{TOKEN}') return undefined;
  }
  return options;
};

const toHeader = (line: string): readonly [string, string] => {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1).trim()];
};

/** Without the credentials, which the programs send as Basic. */
const pathOf = (url: string): string | undefined => {
  const base = '{BASE}';
  if (!url.startsWith(`${base}/`)) return undefined;
  const [path = '', query = ''] = url.slice(base.length).split('?');
  const rest = query.split('&').filter((pair) => !['', 'key={KEY}', 'token={TOKEN}'].includes(pair));
  return rest.length === 0 ? path : `${path}?${rest.join('&')}`;
};

const parseJson = (text: string): Json | undefined => {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};
