import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { buildMerchantApi } from '../src/build-merchant-api.js';
import { buildOperatorApi } from '../src/build-operator-api.js';
import type { JsonObject } from '../src/json.js';
import { openEnums } from '../src/openapi/open-enums.js';
import { typedJourney } from './typed-journey.js';

const directory = mkdtempSync(join(tmpdir(), 'generated-types-'));
afterAll(() => rmSync(directory, { recursive: true }));

const typesOf = async (document: JsonObject): Promise<string> =>
  astToString(await openapiTS(JSON.stringify(openEnums(document))));

/** The compiler's messages about these files. */
const compile = (files: Readonly<Record<string, string>>): string[] => {
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(directory, name);
    writeFileSync(path, text);
    return path;
  });
  const program = ts.createProgram(paths, {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file, start = 0 }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
};

describe('types that a generator makes of the document', () => {
  let faults: string[];
  // One program for all: most of its time goes into the types of the browser.
  beforeAll(async () => {
    const [merchants, operators] = [await typesOf(buildMerchantApi()), await typesOf(buildOperatorApi())];
    faults = compile({ 'openapi.ts': merchants, 'journey.ts': typedJourney, 'operator.ts': operators });
  });
  const isOfOperators = (fault: string) => fault.includes('operator.ts:');

  it('[P16] fit a journey from the order to its events, and find the mistakes in it', () => {
    expect(faults.filter((fault) => !isOfOperators(fault))).toEqual([]);
  });

  it('[P16] compile for the operator API', () => {
    expect(faults.filter(isOfOperators)).toEqual([]);
  });
});
