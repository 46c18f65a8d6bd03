import type { Command } from './command.js';
import type { Terminal } from './output/terminal.js';
import { hang } from './output/wrap.js';

const indent = 2;
const widthMax = 110;

/** All commands, one line each. */
export const helpOfAll = (commands: readonly Command[], terminal: Terminal): string => {
  const names = commands.map(({ words, args = [] }) => [...words, ...args.map((name) => `<${name}>`)].join(' '));
  const rows = commands.map(({ summary }, at) => [names[at] ?? '', summary] as const);
  return [
    'delivery <command>   tools for a merchant’s developer',
    '',
    ...table(rows, terminal),
    '',
    'delivery <command> --help shows its flags and examples.',
  ].join('\n');
};

/** One command: its purpose, its flags, examples to paste. */
export const helpOf = ({ words, args = [], summary, flags, examples }: Command, terminal: Terminal): string => {
  const rows = Object.entries(flags).map(
    ([name, { value, help }]) => [`--${name}${value === undefined ? '' : ` <${value}>`}`, help] as const,
  );
  return [
    ['delivery', ...words, ...args.map((name) => `<${name}>`), rows.length > 0 ? '[flags]' : ''].join(' ').trimEnd(),
    '',
    ...hang('', summary, { indent, width: Math.min(terminal.width, widthMax) }),
    '',
    ...table(rows, terminal),
    '',
    ...examples.map((example) => `${' '.repeat(indent)}${terminal.paint('faint', `npx --no -- delivery ${example}`)}`),
  ].join('\n');
};

const table = (rows: readonly (readonly [string, string])[], { width }: Terminal): string[] => {
  const left = Math.max(...rows.map(([name]) => name.length)) + indent;
  return rows.flatMap(([name, text]) => hang(name.padEnd(left), text, { indent, width: Math.min(width, widthMax) }));
};
