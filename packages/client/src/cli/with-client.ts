import { createClient, type DeliveryClient } from '../client.js';
import { InvalidIdError, NoAnswerError, UnexpectedAnswerError } from '../errors.js';
import { isProblem, type Problem } from '../problems.js';
import { CannotRunError, type Command, type CommandInput, type ExitCode, type Flags, NotWellError } from './command.js';
import { type Connection, connectionFlags, findConnection } from './connection.js';
import { toPrintable } from './output.js';

/** A person waits: a few tries, and then an answer. */
const retry = { attemptMax: 3, firstWaitMs: 300 };

/** The result of a command: for machines, and for people line by line. The default exit code is 0. */
export type Answer = { data: unknown; lines: readonly string[]; exitCode?: ExitCode };

/** A command that asks the service, and prints the answer once. */
export const command = (
  words: Command['words'],
  summary: string,
  {
    flags,
    run,
    ...rest
  }: Pick<Command, 'args' | 'examples'> &
    Partial<Pick<Command, 'flags'>> & { run: (client: DeliveryClient, input: CommandInput) => Promise<Answer> },
): Command => ({
  ...rest,
  words,
  summary,
  flags: { ...flags, ...jsonFlag, ...connectionFlags },
  run: (input) =>
    withClient(input, async (client) => {
      const { data, lines, exitCode = 0 } = await run(client, input);
      printResult(input, data, lines);
      return exitCode;
    }),
});

/** Passes a client of the service to the command, and turns failed calls into messages that say what to do. */
export const withClient = async (
  input: CommandInput,
  use: (client: DeliveryClient, connection: Connection) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const connection = findConnection(input);
  try {
    return await use(createClient({ ...connection, retry }), connection);
  } catch (error) {
    throw explainFailure(error, connection);
  }
};

const explainFailure = (error: unknown, { baseUrl }: Connection): unknown => {
  if (error instanceof NoAnswerError) return new CannotRunError(sayNobodyAnswers(baseUrl), { cause: error });
  if (error instanceof UnexpectedAnswerError)
    return new CannotRunError(`the server at ${baseUrl} is not this service: ${toPrintable(error.message)}`);
  if (error instanceof InvalidIdError) return new CannotRunError(error.message, { cause: error });
  if (isProblem(error)) return new NotWellError(sayProblem(error));
  return error;
};

const sayNobodyAnswers = (baseUrl: string): string => {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname);
  const way = isLocal ? 'start it with `npm start`, or say' : 'is that right? Say';
  return `no service answers at ${baseUrl}: ${way} where it is with --base-url or DELIVERY_BASE_URL`;
};

const ways: Partial<Record<Problem['code'], string>> = {
  invalid_credentials: 'check --key and --token, or DELIVERY_KEY and DELIVERY_TOKEN',
  route_not_found: 'check --base-url or DELIVERY_BASE_URL: it ends before /v1',
};

const sayProblem = (problem: Problem): string => {
  const code = problem.code === 'unknown' ? problem.unknownCode : problem.code;
  const fields = problem.errors.map(({ pointer, message }) => `  ${pointer || '/'}  ${message}`);
  const order = problem.code === 'external_id_conflict' ? [`  the existing order: ${problem.orderId}`] : [];
  const way = ways[problem.code];
  return [
    `${code}: ${problem.detail}`,
    ...fields,
    ...order,
    ...(way ? [`  ${way}`] : []),
    `  request ${problem.requestId}`,
  ]
    .map(toPrintable)
    .join('\n');
};

const jsonFlag: Flags = { json: { help: 'for machines' } };

/** The result as JSON where that was asked for, else in lines for people. */
export const printResult = (input: CommandInput, data: unknown, lines: readonly string[]): void => {
  if (input.isOn('json')) input.terminal.print(JSON.stringify(data, null, 2));
  else for (const line of lines) input.terminal.print(line);
};
