import type { CommandInput, Flags } from '../command.js';

export const jsonFlag: Flags = { json: { help: 'for machines' } };

/** The result as JSON where that was asked for, else in lines for people. */
export const printResult = (input: CommandInput, data: unknown, lines: readonly string[]): void => {
  if (input.isOn('json')) input.terminal.print(JSON.stringify(data, null, 2));
  else for (const line of lines) input.terminal.print(line);
};
