import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { buildMerchantApi } from '../src/build-merchant-api.js';
import { listOperations } from '../src/page/operations.js';
import { merchantLanguages } from '../src/samples/languages.js';
import { curlFor, merchantAccess } from '../src/samples/languages/curl.js';
import { toSampleRequest } from '../src/samples/operation-samples.js';
import type { SampleLanguage, SampleStep } from '../src/samples/sample.js';
import { checkers, isInstalled } from './languages.js';

const requests = listOperations(buildMerchantApi())
  .filter(({ kind }) => kind === 'call')
  .map(({ method, path, value }) => toSampleRequest(method, path, value));
const variables = [
  ...new Set(requests.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))),
];
const awkward = { quotes: `'"\`\\`, nothing: null, list: [], none: {}, yes: true, lines: 'a\nb', 'a-b': 1.5 };

/** All calls of the API in one program, and one with whatever is hard to write down. */
const steps: SampleStep[] = [
  ...variables.map((variable) => ({ kind: 'assign', variable, value: '5f1c' }) as const),
  { kind: 'comment', text: 'A comment.' },
  ...requests.map((request) => ({ kind: 'request', request }) as const),
];
const others: SampleStep = {
  kind: 'request',
  request: {
    method: 'POST',
    path: '/v1/other/{ID}',
    headers: [['Sandbox-Speed', '60']],
    body: awkward,
    operationId: undefined,
  },
};

const directory = mkdtempSync(join(tmpdir(), 'samples-'));
afterAll(() => rmSync(directory, { recursive: true }));

const programOf = ({ toStatements, toProgram }: SampleLanguage, list: readonly SampleStep[]): string => {
  const statements = toStatements(list);
  if (statements === undefined) throw new Error('the language cannot say it');
  return toProgram(statements);
};

describe('a program with every call of the API', () => {
  const languages = [curlFor(merchantAccess), ...merchantLanguages];

  for (const { id, file, command } of checkers) {
    const [program, ...rest] = command;
    const check = isInstalled(program) ? it : it.skip;
    check(`can be read by its language: ${id}`, () => {
      const language = languages.find((one) => one.id === id)!;
      writeFileSync(join(directory, file), programOf(language, [...steps, others]));
      const { status, stdout, stderr } = spawnSync(program, rest, { cwd: directory, encoding: 'utf8' });
      expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
    });
  }

  it('is right by the types of our client, whose names it uses', () => {
    const language = merchantLanguages.find(({ id }) => id === 'typescript')!;
    const known = steps.filter((step) => language.toStatements([step]) !== undefined);
    expect(known.length).toBeGreaterThan(20);
    const file = join(import.meta.dirname, 'sample.generated.ts');
    writeFileSync(file, programOf(language, known));
    try {
      expect(findTypeFaults(file)).toEqual([]);
    } finally {
      rmSync(file);
    }
  });
});

const findTypeFaults = (file: string): string[] => {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

describe('what is hard to write down', () => {
  /** The helper is replaced by one that prints the body. */
  const helpers = [
    ['javascript', process.execPath, 'const call = (method, path, body) => JSON.stringify(body);'],
    ['python', 'python3', 'import json\ndef call(method, path, body, headers):\n    return json.dumps(body)'],
    ['php', 'php', '<?php function call($method, $path, $body, $headers) { return json_encode($body); }'],
  ] as const;
  for (const [id, program, helper] of helpers) {
    const withProgram = isInstalled(program) ? it : it.skip;
    withProgram(`arrives as it was meant: ${id}`, () => {
      const language = merchantLanguages.find((one) => one.id === id)!;
      const statements = language.toStatements([{ kind: 'assign', variable: 'ID', value: '1' }, others]);
      const file = join(directory, `awkward-${id}.mjs`);
      writeFileSync(file, `${helper}\n${statements}`);
      const { stdout, stderr } = spawnSync(program, [file], { encoding: 'utf8' });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual(awkward);
    });
  }
});
