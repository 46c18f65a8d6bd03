import { type CallOptions, pathBelow, type Send } from '../transport.js';
import type { Endpoint, Fault, SandboxAdvance, SandboxOrder } from '../types.js';
import { callJson } from './read-answer.js';

/** For sandbox merchants alone; a live one is answered RouteNotFound. */
export type Sandbox = {
  /** The statuses that may come next, and the scenario's next step. */
  order: (id: string, options?: CallOptions) => Promise<SandboxOrder>;
  /**
   * Moves the order as a courier would: to a status, or one step towards `delivered`, which is not repeated while its
   * outcome is unknown. Simulated couriers leave it alone from then on. @throws InvalidStateTransition
   */
  advance: (id: string, advance?: SandboxAdvance, options?: CallOptions) => Promise<SandboxOrder>;
  /**
   * Has the next webhook that it can go with sent with this fault beside it, once. The endpoint's `last_fault` shows
   * what the receiver made of it. Not repeated while its outcome is unknown. @throws EndpointNotFound
   */
  injectFault: (endpointId: string, kind: Fault, options?: CallOptions) => Promise<Endpoint>;
};

const pathOf = (id: string): string => pathBelow('/v1/sandbox/orders', id);

export const createSandbox = (send: Send): Sandbox => ({
  order: (id, options) => callJson(send, { method: 'GET', path: pathOf(id), repeat: 'always' }, options),
  advance: (id, advance = {}, options) => {
    const repeat = advance.to ? 'always' : 'if_not_done';
    return callJson(send, { method: 'POST', path: `${pathOf(id)}/advance`, json: advance, repeat }, options);
  },
  injectFault: (endpointId, kind, options) => {
    const path = `${pathBelow('/v1/sandbox/webhook-endpoints', endpointId)}/inject-fault`;
    return callJson(send, { method: 'POST', path, json: { kind }, repeat: 'if_not_done' }, options);
  },
});
