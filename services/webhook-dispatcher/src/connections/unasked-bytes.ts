import type { Agent, ClientRequest, ClientRequestArgs, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The options that Node passes from a request to its agent, and the merchant whose webhook it is. */
export type ConnectionOptions = ClientRequestArgs & { ownerId?: string };
/** Node hands each request to its agent before anything of it is sent. Missing in Node's types. */
export type RequestAgent = Agent & { addRequest: (request: ClientRequest, options: ConnectionOptions) => void };

/**
 * A connection rests for so long after an answer before it is used again. Servers behind nginx, openresty and a CDN
 * were seen to send a second response up to 40 ms after the first: the next request would take it for its own answer.
 */
const restMs = 50;
/** For so long no connection is kept for a merchant and an origin after bytes that no request asked for. */
const distrustMs = 10 * 60_000;
const distrustedMax = 1_000;

/**
 * Lets an agent share connections among the requests of one merchant alone, and closes one that says more than its
 * answer.
 *
 * Relies on: `getName` telling connections apart, and on the agent's own listener of `free` taking a connection back.
 * Tells: test/connections/unasked-bytes.int.test.ts.
 * @param mayKeep whether a connection whose request has ended is kept at all
 * @returns to be called with each new connection
 */
export const refuseUnaskedBytes = (agent: Agent, mayKeep: (socket: Socket) => boolean) => {
  const { addRequest } = agent as RequestAgent;
  const nameOf = agent.getName.bind(agent);
  const takeBack = agent.listeners('free');
  const answers = new WeakMap<Socket, IncomingMessage>();
  const distrustedAtMs = new Map<string, number>();

  const isTrusted = (name: string): boolean => {
    const sinceMs = distrustedAtMs.get(name);
    return sinceMs === undefined || performance.now() - sinceMs > distrustMs;
  };
  const distrust = (name: string): void => {
    distrustedAtMs.delete(name);
    distrustedAtMs.set(name, performance.now());
    const [oldest] = distrustedAtMs.keys();
    if (distrustedAtMs.size > distrustedMax && oldest !== undefined) distrustedAtMs.delete(oldest);
  };

  agent.getName = (options: ConnectionOptions = {}) => `${nameOf(options)}:${options.ownerId}`;
  (agent as RequestAgent).addRequest = (request, options) => {
    request.once('socket', (socket) => answers.delete(socket));
    request.prependOnceListener('response', (answer) => answers.set(answer.socket, answer));
    addRequest.call(agent, request, options);
  };
  agent.removeAllListeners('free');
  agent.on('free', (socket: Socket, options: ConnectionOptions) => {
    if (!isTrusted(agent.getName(options)) || !mayKeep(socket)) return void socket.destroy();
    // A timer that is late comes before the bytes that arrived meanwhile are read, `setImmediate` after that.
    const end = () => takeBack.forEach((listener) => void listener.call(agent, socket, options));
    setTimeout(() => setImmediate(end), restMs).unref();
  });

  return (socket: Socket, options: ConnectionOptions): void => {
    // While a connection rests nothing else listens, and its end concerns no request.
    socket.on('error', () => socket.destroy());
    // Before the HTTP client's own listener: its answer is complete before these bytes, or they belong to it.
    socket.prependListener('data', () => {
      if (!answers.get(socket)?.complete) return;
      distrust(agent.getName(options));
      socket.destroy();
    });
  };
};
