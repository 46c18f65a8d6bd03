import type { Exchange } from '@delivery/http-edge';
import type { AdmittedCall } from '../routes/call.js';
import type { CallHandlers, Spec } from '../routes/handle-call.js';
import type { ToolApi } from './tools.js';

/** `specs`: the calls of all callers, in the order in which they are tried. */
export type McpDeps = { specs: readonly Spec[] } & Pick<CallHandlers, 'callWithin'>;

/** A message of MCP. */
export type McpCall = { api: ToolApi; exchange: Exchange; call: AdmittedCall };
