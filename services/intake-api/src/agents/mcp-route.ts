import type { Answer, Exchange, Route } from '@delivery/http-edge';
import type { AdmittedCall, CallSpec } from '../routes/call.js';
import type { McpDeps } from './mcp-call.js';
import type { ToolApi } from './tools.js';

export type McpRoute = Pick<Route<never>, 'method' | 'path'> & { specFor: (exchange: Exchange) => CallSpec };

/**
 * Where agents find the calls as tools (MCP, streamable HTTP). A message counts as a call that reads, and a tool's call
 * as one more: it is admitted, limited and counted as if it had come by itself. The SDK is loaded by the first message.
 */
export const mcpRoute = (deps: McpDeps): McpRoute => {
  const route = { method: 'POST', path: '/mcp' } as const;
  return {
    ...route,
    specFor: (exchange) => {
      const answerAs =
        (api: ToolApi) =>
        async (call: AdmittedCall): Promise<Answer> => {
          const { answerMcp } = await import('./answer-mcp.js');
          return answerMcp(deps, { api, exchange, call });
        };
      // The tool's call has a place among those under way: this one waits for it.
      const spec = { ...route, isRead: true, waits: true } as const;
      return {
        ...spec,
        limit: 'other',
        handle: answerAs('merchant'),
        others: {
          platform: { ...spec, api: 'platform', handle: answerAs('platform') },
          courier: { ...spec, api: 'courier', handle: answerAs('courier') },
        },
      };
    },
  };
};
