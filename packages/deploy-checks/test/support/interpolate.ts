import { readFileSync } from 'node:fs';

/** The variables of a file for `--env-file`. */
export const readEnvFile = (file: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** `${NAME:?message}`, `${NAME:-default}` and `$$`, as compose replaces them. @throws the message */
export const interpolate = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replace(/\$\$|\$\{(\w+):([?-])([^}]*)\}/g, (found, name: string, kind: string, rest: string) => {
    if (found === '$$') return '$';
    const value = env[name];
    if (value) return value;
    if (kind === '-') return rest;
    throw new Error(`${name}: ${rest}`);
  });
