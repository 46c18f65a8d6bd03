import { createInterface } from 'node:readline';
import type { Command } from '../command.js';
import { type Connection, connectionFlags, findConnection } from '../connection.js';

export const mcpCommand: Command = {
  words: ['mcp'],
  summary:
    'Give an agent on this machine the calls as tools: its program writes to this command and reads from it (MCP).',
  flags: connectionFlags,
  examples: ['mcp', 'mcp --base-url https://delivery.example.com'],
  run: async (input) => {
    const connection = findConnection(input);
    for await (const line of createInterface({ input: process.stdin, signal: input.signal })) {
      if (line.trim() === '') continue;
      for (const message of await answer(connection, line, input.signal)) input.terminal.print(message);
    }
    return 0;
  },
};

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** @returns the messages that answer one line, a line each; none for a notification */
const answer = async (connection: Connection, line: string, signal: AbortSignal): Promise<string[]> => {
  let message: Members;
  try {
    message = membersOf(JSON.parse(line));
  } catch {
    return refuse({ id: null }, 'The line is not JSON.', parseError);
  }
  try {
    const response = await post(connection, line, message, signal);
    const text = await response.text();
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) return readEvents(text);
    if (text === '') return [];
    const { jsonrpc, detail } = membersOf(JSON.parse(text));
    return jsonrpc === undefined ? refuse(message, `${response.status}: ${String(detail)}`) : [text];
  } catch (error) {
    if (signal.aborted) throw error;
    return refuse(message, `${connection.baseUrl}: ${describeError(error)}`);
  }
};

/** Codes of JSON-RPC. */
const [parseError, internalError] = [-32_700, -32_603];

/** The cause says more than "fetch failed". */
const describeError = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message || String(error) : String(error);

const refuse = ({ id, method }: Members, message: string, code = internalError): string[] =>
  id === undefined && method !== undefined
    ? []
    : [JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } })];

/** Headers repeat values of the message, so that proxies need not read its body. */
const post = (
  { baseUrl, key, token }: Connection,
  body: string,
  { method, params }: Members,
  signal: AbortSignal,
): Promise<Response> => {
  const { name, _meta: meta } = membersOf(params);
  const version = membersOf(meta)['io.modelcontextprotocol/protocolVersion'];
  const named = { 'mcp-method': method, 'mcp-name': name, 'mcp-protocol-version': version };
  return fetch(`${baseUrl.replace(/\/+$/, '')}/mcp`, {
    method: 'POST',
    signal,
    body,
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:${token}`).toString('base64')}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...Object.fromEntries(
        Object.entries(named).flatMap(([header, value]) => (typeof value === 'string' ? [[header, value]] : [])),
      ),
    },
  });
};

/** The data of an event stream, which holds one message a line. */
const readEvents = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .filter((data) => data !== '');
