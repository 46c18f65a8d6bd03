import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { nodeFlags } from '@delivery/local-stack';
import { root } from './support/read-yaml.js';
import { directoryOf, type ProcessName, processNames } from './support/service-config.js';

type Instruction = { name: string; rest: string; stage: string };

const joined = readFileSync(join(root, 'Dockerfile'), 'utf8').replace(/\\\n\s*/g, ' ');
const instructions = joined
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .reduce<Instruction[]>((list, line) => {
    const [name = '', ...words] = line.split(' ');
    const rest = words.join(' ');
    const stage = name === 'FROM' ? (words.at(-1) ?? '') : (list.at(-1)?.stage ?? '');
    return [...list, { name, rest, stage }];
  }, []);
const of = (name: string, stage?: string): string[] =>
  instructions
    .filter((one) => one.name === name && (stage === undefined || one.stage === stage))
    .map(({ rest }) => rest);

const startOf = (service: ProcessName): string => {
  const { scripts } = JSON.parse(readFileSync(join(root, directoryOf(service), service, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start;
};

describe('the Dockerfile', () => {
  it('ends with the service as an ordinary user under tini, started as everywhere', () => {
    expect(instructions.at(-1)?.stage).toBe('service');
    expect(of('FROM').at(-1)).toBe('runtime AS service');
    expect(of('USER', 'runtime')).toEqual(['1000:1000']);
    expect(of('ENTRYPOINT', 'runtime')).toEqual(['["/usr/bin/tini", "--"]']);
    const command: unknown = JSON.parse(of('CMD', 'service')[0] ?? '');
    expect(command).toEqual(['node', ...nodeFlags, 'dist/main.js']);
    for (const service of processNames) expect(startOf(service).split(' ')).toEqual(['exec', ...(command as string[])]);
    expect(of('HEALTHCHECK', 'runtime')[0]).toMatch(/"node", "\/app\/healthcheck.js", "\/livez"/);
  });

  it('starts each process from its own package, a service by default', () => {
    expect(of('ARG', 'service')).toContain('DIRECTORY=services');
    expect(of('WORKDIR', 'service')).toEqual(['/app/${DIRECTORY}/${SERVICE}']);
  });

  it('keeps the semi-spaces as large as without a limit of memory, under which Node would make them tiny', () => {
    expect(of('CMD', 'service')[0]).toContain('--max-semi-space-size=16');
  });

  it('pins its base, and builds no stage on one that is not there', () => {
    expect(of('ARG')[0]).toMatch(/^NODE_VERSION=\d+\.\d+\.\d+$/);
    const stages = ['base', ...of('FROM').map((from) => from.split(' ').at(-1))];
    for (const from of of('FROM').slice(1)) expect(stages).toContain(from.split(' ')[0]);
    for (const copy of of('COPY')) {
      const source = /--from=(\S+)/.exec(copy)?.[1];
      if (source) expect(stages).toContain(source);
    }
  });

  it('builds the demo and the gateway without a service, also where each stage before them is run', () => {
    const stages = instructions.filter(({ name }) => name === 'FROM').map(({ stage }) => stage);
    for (const target of ['demo', 'gateway']) {
      const before = stages.slice(0, stages.indexOf(target) + 1);
      expect(instructions.filter(({ stage, rest }) => before.includes(stage) && /SERVICE/.test(rest))).toEqual([]);
    }
  });

  it('copies only files that are there, and that the context does not leave out', () => {
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    const sources = of('COPY')
      .filter((copy) => !copy.startsWith('--from'))
      .flatMap((copy) => copy.split(' ').slice(0, -1));
    expect(sources).toEqual(expect.arrayContaining(['tsconfig.base.json', 'rolldown.config.js']));
    for (const source of sources) {
      expect(existsSync(join(root, source))).toBe(true);
      expect(ignored).not.toContain(source);
      // Of a folder that is left out only what is named comes along.
      if (ignored.includes(`${dirname(source)}/*`)) expect(ignored).toContain(`!${source}`);
    }
    expect(ignored).toEqual(expect.arrayContaining(['**/*.env', '**/.env*', '.git', '**/node_modules']));
  });

  it('installs from the lockfile, without the dependencies of tests', () => {
    expect(of('RUN', 'run')[0]).toMatch(
      /npm pkg delete devDependencies --workspaces.*npm ci --omit=dev --ignore-scripts/,
    );
    expect(of('RUN', 'prune')[1]).toMatch(/--production/);
    expect(of('RUN').join()).not.toMatch(/npm (install|i) /);
  });
});
