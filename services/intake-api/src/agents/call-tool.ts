import type { IncomingHttpHeaders } from 'node:http';
import { isObject, type Json, type JsonObject } from '@delivery/contracts/calls';
import { type Answer, ClientDisconnectedError, routeOf } from '@delivery/http-edge';
import type { McpCall, McpDeps } from './mcp-call.js';
import { showMembers } from './show-members.js';
import { ToolInputError, toRequest } from './to-request.js';
import { type AgentTool, tokenMember } from './tools.js';

export type ToolResult = { result: Json; isError: boolean };

type Called = { tool: AgentTool; known: ReadonlyMap<string, AgentTool> };

/** Makes the call of a tool. A change is made only while its preview is as it was shown. */
export const callTool = async (deps: McpDeps, mcp: McpCall, called: Called, given: JsonObject): Promise<ToolResult> => {
  try {
    toRequest(called.tool, given);
    return (await findChanged(deps, mcp, called, given)) ?? (await run(deps, mcp, called.tool, given));
  } catch (error) {
    if (!(error instanceof ToolInputError)) throw error;
    return refused({ code: 'invalid_parameter', detail: error.message });
  }
};

const refused = (result: JsonObject): ToolResult => ({ result, isError: true });

/** A preview without a token is made again. @returns the refusal where it shows something else now */
const findChanged = async (
  deps: McpDeps,
  mcp: McpCall,
  { tool, known }: Called,
  given: JsonObject,
): Promise<ToolResult | undefined> => {
  const { after } = tool.declared.tool;
  const preview = after && known.get(after.preview);
  if (!preview || after.given === tokenMember) return undefined;
  const asked = Object.entries(given).filter(([name]) => preview.args.some((arg) => arg.name === name));
  const seen = await run(deps, mcp, preview, Object.fromEntries(asked));
  if (seen.isError || !isObject(seen.result)) return seen;
  const now = seen.result[after.given] ?? null;
  if (now === given[after.given]) return undefined;
  const said = `\`${after.given}\` is now ${JSON.stringify(now)}.`;
  const detail = `${said} Read the answer of \`${after.preview}\`, and decide again.`;
  return refused({ code: 'preview_stale', detail, now: seen.result });
};

const run = async (
  { specs, callWithin }: McpDeps,
  { exchange }: McpCall,
  tool: AgentTool,
  given: JsonObject,
): Promise<ToolResult> => {
  const { declared } = tool;
  const { method, path: route } = routeOf(declared);
  const spec = specs.find((one) => one.method === method && one.path === route);
  if (!spec) throw new Error(`${declared.id} has no handler`);
  const { request, requestId } = exchange;
  const { headers, body, ...asked } = toRequest(tool, given);
  const { rawHeaders, ip, socket } = request;
  const inner = { rawHeaders, ip, socket, method, url: asked.path + asked.search };
  const answer = await callWithin(
    {
      ...asked,
      route,
      requestId,
      body,
      request: { ...inner, headers: { ...ownHeaders(request.headers), ...headers } },
    },
    spec,
  );
  if (!answer) throw new ClientDisconnectedError('the client went away before its tool was called');
  return toResult(answer, declared);
};

/** Those by which the caller is known, and its trace: others are about the message around the call. */
const passedNames = ['authorization', 'cookie', 'host', 'origin', 'sec-fetch-site', 'traceparent'] as const;

const ownHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders => ({
  ...Object.fromEntries(passedNames.map((name) => [name, headers[name]])),
  'content-type': 'application/json',
});

const toResult = ({ status, body, headers }: Answer, { tool }: AgentTool['declared']): ToolResult => {
  const parsed: unknown = JSON.parse(body?.toString() ?? 'null');
  const answered = isObject(parsed) ? parsed : {};
  if (status < 300) return { result: showMembers(answered, tool.shows) ?? null, isError: false };
  const { code = null, detail = null, errors } = answered;
  const retryAfter = headers?.['retry-after'];
  return refused({
    ...{ status, code, detail },
    ...(errors !== undefined && { errors }),
    ...(retryAfter !== undefined && { retry_after_seconds: Number(retryAfter) }),
  });
};
