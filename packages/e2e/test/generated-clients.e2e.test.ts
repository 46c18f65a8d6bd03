import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openCacheDir } from '@delivery/local-stack';
import { isInstalled, type Product, startProduct } from '@delivery/test-support';
import { repository } from '../src/examples.js';
import {
  fetchOpenapiGenerator,
  goModules,
  installOapiCodegen,
  installPythonPackages,
  run,
} from './generated-clients/generators.js';

/** Each document under the name of its client. */
const documents = {
  merchant: join(repository, 'docs/openapi.json'),
  courier: join(repository, 'docs/courier-openapi.json'),
  platform: join(repository, 'docs/platform-openapi.json'),
  operator: join(repository, 'docs/operator-openapi.json'),
};
const names = Object.keys(documents);
const programs = join(repository, 'packages/e2e/test/generated-clients');

let home: string;
let cacheDir: string;
let product: Product;

const placeOf = (name: string): string => join(home, name);
const directoryFor = (name: string): string => {
  mkdirSync(placeOf(name), { recursive: true });
  return placeOf(name);
};

/** All documents in one virtual machine, which ends too soon for its second compiler to pay: most of its time is its start. */
const generateAll = async (): Promise<void> => {
  const configs = Object.entries(documents).flatMap(([name, inputSpec]) =>
    ['go', 'java', 'python', 'typescript-fetch'].map((generatorName) => {
      const config = {
        generatorName,
        inputSpec,
        outputDir: join(directoryFor(generatorName), generatorName === 'python' ? '' : name),
        // Without this line it makes calls of the webhooks too, which do not compile in Python.
        globalProperties: {
          ...{ apis: '', models: '', supportingFiles: '' },
          ...{ apiDocs: 'false', apiTests: 'false', modelDocs: 'false', modelTests: 'false' },
        },
        // In Python `operator` is a module of its own.
        packageName: generatorName === 'python' ? `${name}_client` : name,
        additionalProperties: { withGoMod: false },
      };
      const file = join(home, `${generatorName}-${name}.json`);
      writeFileSync(file, JSON.stringify(config));
      return file;
    }),
  );
  const start = ['-XX:TieredStopAtLevel=1', '-jar', await fetchOpenapiGenerator(cacheDir)];
  await run('java', [...start, ...'batch --fail-fast --threads 2'.split(' '), ...configs]);
};

const writeGoModule = async (cwd: string, required: readonly string[]): Promise<void> => {
  writeFileSync(join(cwd, 'go.mod'), `module clients\n\ngo 1.23\n\nrequire (\n${required.join('\n')}\n)\n`);
  await run('go', ['mod', 'tidy'], { cwd });
};

const importAll = `
import importlib, pkgutil, sys
for name in sys.argv[1:]:
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, name + '.'):
        importlib.import_module(module.name)
`;

/** Runs a program that uses a generated merchants' client, and parses its output. */
const runJourney = async (command: string, args: readonly string[], cwd: string): Promise<unknown> => {
  const { key, token } = await product.createMerchant();
  const env = { BASE_URL: product.url('intake-api'), KEY: key, TOKEN: token };
  return JSON.parse(await run(command, args, { cwd, env }));
};
const journeyOf = (externalId: string) => ({
  refused: ['/payment/methods', '/payment/prepaid'],
  listed: [externalId],
  status: 'ready',
  events: ['created to ready', 'requested ready'],
});

const isWanted = process.env['TEST_GENERATORS'] === 'all';
/** A long time for what is fetched at the first run. */
const timeoutMs = 600_000;

const itWith = (needed: readonly string[], title: string, test: () => Promise<void>): void => {
  const missing = isWanted ? needed.filter((program) => !isInstalled(program)) : [];
  if (missing.length > 0) it.skip(`${title}: not without ${missing.join(' and ')}`, test);
  else it(title, test, timeoutMs);
};

(isWanted ? describe : describe.skip)('clients that generators make of the documents', () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'generated-clients-'));
    cacheDir = openCacheDir(process.env, home);
    if (isInstalled('java')) await generateAll();
    product = await startProduct();
  }, timeoutMs);
  afterAll(async () => {
    await product.close();
    rmSync(home, { recursive: true });
  });

  itWith(['java'], '[P16] compile in TypeScript, by openapi-generator', async () => {
    const tsc = join(repository, 'node_modules/typescript-native/bin/tsc');
    const language = '--ignoreConfig --noEmit --strict --target es2022 --lib es2022,dom'.split(' ');
    const options = [...language, '--types', '', '--moduleResolution', 'bundler', '--module', 'esnext'];
    const files = names.map((name) => join(placeOf('typescript-fetch'), name, 'index.ts'));
    await run(process.execPath, [tsc, ...options, ...files]);
  });

  itWith(['java', 'mvn'], '[P16] compile in Java, by openapi-generator', async () => {
    for (const name of names) await run('mvn', ['-q', '-DskipTests', 'compile'], { cwd: join(placeOf('java'), name) });
  });

  itWith(['java', 'go'], '[P16] compile in Go, by openapi-generator', async () => {
    await writeGoModule(placeOf('go'), goModules['openapi-generator']);
    await run('go', ['vet', ...names.map((name) => `./${name}`)], { cwd: placeOf('go') });
  });

  itWith(['java', 'python3'], '[P16] can be imported in Python, by openapi-generator', async () => {
    const python = await installPythonPackages(cacheDir);
    await run(python, ['-c', importAll, ...names.map((name) => `${name}_client`)], { cwd: placeOf('python') });
  });

  itWith(['go'], '[P16] drive an order in Go, by oapi-codegen', async () => {
    const generate = await installOapiCodegen(cacheDir);
    const cwd = directoryFor('oapi-codegen');
    for (const [name, document] of Object.entries(documents)) {
      const output = join(directoryFor(`oapi-codegen/${name}`), 'client.go');
      const config = {
        package: name,
        generate: { models: true, client: true },
        output,
        'output-options': { 'skip-prune': true },
      };
      writeFileSync(join(cwd, `${name}.yaml`), JSON.stringify(config));
      await run(generate, ['-config', `${name}.yaml`, document], { cwd });
    }
    copyFileSync(join(programs, 'journey.go'), join(cwd, 'journey.go'));
    await writeGoModule(cwd, goModules['oapi-codegen']);
    await run('go', ['vet', '.', ...names.map((name) => `./${name}`)], { cwd });
    expect(await runJourney('go', ['run', '.'], cwd)).toEqual(journeyOf('go-1'));
  });

  itWith(['python3'], '[P16] drive an order in Python, checked by mypy, by openapi-python-client', async () => {
    const python = await installPythonPackages(cacheDir);
    const cwd = directoryFor('openapi-python-client');
    writeFileSync(join(cwd, 'config.json'), JSON.stringify({ post_hooks: [] }));
    const generate = '-m openapi_python_client generate --fail-on-warning --meta none --config config.json'.split(' ');
    for (const [name, path] of Object.entries(documents)) {
      await run(python, [...generate, '--path', path, '--output-path', `${name}_client`], { cwd });
    }
    copyFileSync(join(programs, 'journey.py'), join(cwd, 'journey.py'));
    await run(python, ['-c', importAll, ...names.map((name) => `${name}_client`)], { cwd });
    const mypyCache = join(cacheDir, 'mypy');
    await run(python, ['-m', 'mypy', '--strict', '--cache-dir', mypyCache, 'journey.py'], { cwd });
    expect(await runJourney(python, ['journey.py'], cwd)).toEqual(journeyOf('python-1'));
  });
});
