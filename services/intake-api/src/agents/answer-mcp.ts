import { createMcpHandler, McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { isObject, type JsonObject } from '@delivery/contracts/calls';
import { type Answer, checkContentType, parseJsonBody, ProblemError } from '@delivery/http-edge';
import type { AdmittedCall } from '../routes/call.js';
import { callTool } from './call-tool.js';
import type { McpCall, McpDeps } from './mcp-call.js';
import { type AgentTool, type ToolApi, toolsOf } from './tools.js';

const tools: Readonly<Record<ToolApi, ReadonlyMap<string, AgentTool>>> = {
  merchant: toolsOf('merchant'),
  platform: toolsOf('platform'),
  courier: toolsOf('courier'),
};

const instructions =
  'Delivery orders, and webhooks about them. To find out why a webhook has not arrived, call getOrderLanes: ' +
  '`waits_for` says what each delivery waits for. ' +
  'A call that sends webhooks needs what its preview answered. Customers’ data, `external_data` and receivers’ ' +
  'answers are left out: read them with the API.';

/**
 * Answers one message of MCP. Nothing is kept from one to the next.
 * @throws ProblemError for a body that is not one message
 */
export const answerMcp = async (deps: McpDeps, mcp: McpCall): Promise<Answer> => {
  const { headers, query, body } = mcp.call;
  if (query.has('key') || query.has('token'))
    throw new ProblemError('invalid_parameter', 'Send the credentials in the Authorization header, not in the query.');
  checkContentType(headers);
  const { text, value } = parseJsonBody(body);
  if (Array.isArray(value)) throw new ProblemError('malformed_json', 'Send one message in each request, not a list.');
  const failures: unknown[] = [];
  const handler = createMcpHandler(() => createServer(deps, mcp, failures), { keepAliveMs: 0, maxSubscriptions: 0 });
  const request = new Request('http://mcp/mcp', { method: 'POST', headers: mcpHeaders(headers), body: text });
  const response = await handler.fetch(request, { parsedBody: value });
  const bytes = Buffer.from(await response.arrayBuffer());
  // The SDK answers an error that a handler throws: it is ours, and is to be logged.
  if (failures.length > 0) throw failures[0];
  const contentType = response.headers.get('content-type');
  return { status: response.status, body: bytes, headers: contentType === null ? {} : { 'content-type': contentType } };
};

const mcpHeaders = (headers: AdmittedCall['headers']): [string, string][] =>
  Object.entries(headers)
    .flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && (name === 'accept' || name.startsWith('mcp-')) ? [[name, value]] : [],
    )
    .concat([['content-type', 'application/json']]);

/** The SDK would make one for each message, which takes as long as the rest of the message. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

const createServer = (deps: McpDeps, mcp: McpCall, failures: unknown[]): McpServer => {
  const known = tools[mcp.api];
  const mcpServer = new McpServer(
    { name: 'delivery-orders', version: '1' },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator },
  );
  // Below the SDK's own register of tools, which would compile each schema anew for each message.
  const { server } = mcpServer;
  server.setRequestHandler('tools/list', () => ({ tools: [...known.values()].map(listed) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = known.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    try {
      const { result, isError } = await callTool(deps, mcp, { tool, known }, toJson(params.arguments));
      return { content: [{ type: 'text', text: JSON.stringify(result) }], isError };
    } catch (error) {
      failures.push(error);
      throw error;
    }
  });
  return mcpServer;
};

const toJson = (given: unknown): JsonObject => {
  const parsed: unknown = JSON.parse(JSON.stringify(given ?? {}));
  return isObject(parsed) ? parsed : {};
};

const listed = ({ declared, inputSchema, description, isRead }: AgentTool) => ({
  name: declared.id,
  title: declared.summary,
  description,
  inputSchema,
  annotations: { readOnlyHint: isRead, destructiveHint: !isRead, idempotentHint: isRead, openWorldHint: false },
});
