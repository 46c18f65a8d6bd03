import { spawnSync } from 'node:child_process';

/** Whether the machine has the program, found out by asking for its version. */
export const isInstalled = (program: string): boolean =>
  ['--version', 'version'].some((argument) => spawnSync(program, [argument]).status === 0);
