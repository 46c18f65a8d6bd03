import { spawnSync } from 'node:child_process';

/** Whether the machine has the program; asked for its version, which each of these tells. */
export const isInstalled = (program: string): boolean =>
  ['--version', 'version'].some((argument) => spawnSync(program, [argument]).status === 0);
