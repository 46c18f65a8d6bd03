import { spawnSync } from 'node:child_process';

/** What says that a program of the language can be read, and where its file has to be called. */
export type Checker = { id: string; file: string; command: readonly [string, ...string[]] };

export const checkers: readonly Checker[] = [
  { id: 'curl', file: 'sample.sh', command: ['bash', '-n', 'sample.sh'] },
  { id: 'javascript', file: 'sample.mjs', command: [process.execPath, '--check', 'sample.mjs'] },
  { id: 'python', file: 'sample.py', command: ['python3', '-m', 'py_compile', 'sample.py'] },
  { id: 'go', file: 'sample.go', command: ['go', 'vet', 'sample.go'] },
  { id: 'php', file: 'sample.php', command: ['php', '-l', 'sample.php'] },
  { id: 'java', file: 'Main.java', command: ['javac', '-encoding', 'UTF-8', '-d', 'classes', 'Main.java'] },
];

/** Whether the machine has the program; asked for its version, which each of these tells. */
export const isInstalled = (program: string): boolean =>
  ['--version', 'version'].some((argument) => spawnSync(program, [argument]).status === 0);
