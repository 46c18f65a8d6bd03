import { existsSync, readFileSync } from 'node:fs';

/** A failure that others have, and the test here that would see it. */
export type Guard = { failure: string; file: string; test: string };

const repository = new URL('../../../', import.meta.url);

/** Why a guard guards nothing: no such file, or no test of that title in it; `undefined` when all is well. */
export const findGuardFault = ({ file, test }: Guard): string | undefined => {
  const url = new URL(file, repository);
  if (!existsSync(url)) return `${file}: no such test file`;
  const titles = readFileSync(url, 'utf8');
  return titles.includes(test) ? undefined : `${file}: no test with the title "${test}"`;
};
