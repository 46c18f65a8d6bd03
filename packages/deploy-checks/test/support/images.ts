import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './read-yaml.js';
import { processNames } from './service-config.js';

type Instruction = { name: string; rest: string; stage: string };

const joined = readFileSync(join(root, 'Dockerfile'), 'utf8').replace(/\\\n\s*/g, ' ');
export const instructions = joined
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .reduce<Instruction[]>((list, line) => {
    const [name = '', ...words] = line.split(' ');
    const rest = words.join(' ');
    const stage = name === 'FROM' ? (words.at(-1) ?? '') : (list.at(-1)?.stage ?? '');
    return [...list, { name, rest, stage }];
  }, []);

/** The arguments of each instruction of that name. */
export const instructionsOf = (name: string, stage?: string): string[] =>
  instructions
    .filter((one) => one.name === name && (stage === undefined || one.stage === stage))
    .map(({ rest }) => rest);

/** Whether every user may enter the directory. */
const isOpen = (directory: string): boolean =>
  (statSync(directory).mode & 0o1) !== 0 && (directory === dirname(directory) || isOpen(dirname(directory)));

/**
 * A directory with each image's `/app`, as the Dockerfile fills it, of the build that is here; nothing of the repository is
 * above it. Every user can reach it, even where `TMPDIR` is private.
 */
export const fillImages = (): string => {
  const images = mkdtempSync(join(isOpen(tmpdir()) ? tmpdir() : '/tmp', 'images-'));
  const fill = instructionsOf('RUN', 'build').at(-1)?.replaceAll('/images', images) ?? '';
  execFileSync('sh', ['-ec', fill], { cwd: root });
  for (const name of processNames) copyFileSync(join(root, 'package.json'), join(images, name, 'package.json'));
  return images;
};
