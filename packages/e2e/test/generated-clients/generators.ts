import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** As the guide for merchants names them. */
const versions = { openapiGenerator: '7.25.0', openapiPythonClient: '0.29.1', oapiCodegen: '2.8.2' };

/** The modules that the generated clients ask for. */
export const goModules = {
  'openapi-generator': ['golang.org/x/oauth2 v0.27.0', 'gopkg.in/validator.v2 v2.0.1'],
  'oapi-codegen': ['github.com/oapi-codegen/runtime v1.9.0'],
};
const pythonPackages = [
  `openapi-python-client==${versions.openapiPythonClient}`,
  'mypy==2.4.1',
  ...['pydantic==2.14.4', 'urllib3==2.8.0', 'python-dateutil==4.0.0', 'typing-extensions==4.16.0'],
];

/** @throws Error with all that the command printed */
export const run = async (
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> => {
  const { cwd, env } = options;
  const all = { env: { ...process.env, ...env }, maxBuffer: 2 ** 26, ...(cwd === undefined ? {} : { cwd }) };
  const { stdout } = await promisify(execFile)(command, args, all).catch((error: unknown) => {
    const { stdout: printed = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${printed}${stderr}`, { cause: error });
  });
  return stdout;
};

const jarHash = '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae';

/** @returns the path of openapi-generator's jar, of Maven Central: 32 MB, once */
export const fetchOpenapiGenerator = async (cacheDir: string): Promise<string> => {
  const name = `openapi-generator-cli-${versions.openapiGenerator}.jar`;
  const jar = join(cacheDir, name);
  if (existsSync(jar)) return jar;
  const url = `https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/${versions.openapiGenerator}/${name}`;
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== jarHash) throw new Error(`${url} answered ${response.status} with a file whose SHA-256 is ${hash}`);
  const begun = `${jar}.${randomUUID()}`;
  writeFileSync(begun, bytes);
  renameSync(begun, jar);
  return jar;
};

/** @returns the path of oapi-codegen, compiled once */
export const installOapiCodegen = async (cacheDir: string): Promise<string> => {
  const directory = join(cacheDir, `oapi-codegen-${versions.oapiCodegen}-${process.arch}`);
  const source = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${versions.oapiCodegen}`;
  await makeWhole(directory, (begun) => run('go', ['install', source], { env: { GOBIN: begun } }));
  return join(directory, 'oapi-codegen');
};

/** @returns the path of a Python that has openapi-python-client, and what generated clients import */
export const installPythonPackages = async (cacheDir: string): Promise<string> => {
  const version = await run('python3', ['--version']);
  const key = createHash('sha256').update(version).update(pythonPackages.join()).digest('hex').slice(0, 12);
  const directory = join(cacheDir, `python-clients-${key}`);
  await makeWhole(directory, async (begun) => {
    await run('python3', ['-m', 'venv', begun]);
    await run(join(begun, 'bin/python'), ['-m', 'pip', 'install', '--quiet', ...pythonPackages]);
  });
  return join(directory, 'bin/python');
};

/** The directory appears under its name when all is in it. */
const makeWhole = async (directory: string, fill: (begun: string) => Promise<unknown>): Promise<void> => {
  if (existsSync(directory)) return;
  const begun = mkdtempSync(`${directory}-unpacking-`);
  try {
    await fill(begun);
    renameSync(begun, directory);
  } finally {
    rmSync(begun, { recursive: true, force: true });
  }
};
