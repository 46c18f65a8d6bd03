import type { Command } from './command.js';

const usageOf = ({ words, args, options }: Command): string =>
  [...words, ...args.map((name) => `<${name}>`), ...(Object.keys(options).length > 0 ? ['[options]'] : [])].join(' ');

/** What `--help` and a call without arguments print. */
export const describeAll = (commands: readonly Command[]): string => {
  const usages = commands.map(usageOf);
  const width = Math.max(...usages.map((usage) => usage.length));
  const lines = commands.map(({ summary }, index) => `  ${usages[index]?.padEnd(width) ?? ''}  ${summary}`);
  return `Operates the delivery order intake service.

usage: npm run operator -- <command> [--json]

${lines.join('\n')}

  --json   print the answer as JSON
  --help   print this, or the options of one command

The operator API is found by OPERATOR_URL and OPERATOR_TOKEN, else from what \`npm start\` keeps in DATA_DIR (.data).
\`status\` shows more with INTAKE_API_URL, WEBHOOK_DISPATCHER_URL and RABBITMQ_MANAGEMENT_URL (with user and password).

exit codes: 0 done; 1 refused; 2 not understood; 3 no answer, try again; 4 done, and what it shows is not well`;
};

export const describeOne = (command: Command): string => {
  const names = Object.keys(command.options);
  const width = Math.max(0, ...names.map((name) => name.length));
  const options = names.map((name) => `  --${name.padEnd(width)}  ${command.options[name] ?? ''}`);
  return [
    `usage: npm run operator -- ${usageOf(command)}`,
    '',
    command.summary,
    ...(names.length > 0 ? ['', ...options] : []),
  ].join('\n');
};
