import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';

export type EngineWithoutRegistry = { dockerHost: string; requests: readonly string[]; close: () => void };

/**
 * Answers on a socket as a container engine does that works, has no image and reaches no registry: the state of one behind a
 * firewall. It stands for no server, it makes that state.
 */
export const startEngineWithoutRegistry = async (directory: string): Promise<EngineWithoutRegistry> => {
  const requests: string[] = [];
  const socket = join(directory, 'engine.sock');
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    answer(request.url ?? '', response);
  }).listen(socket);
  await once(server, 'listening');
  return { dockerHost: `unix://${socket}`, requests, close: () => server.close() };
};

const answer = (url: string, response: ServerResponse): void => {
  const send = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (url.includes('/info'))
    return void send(200, { ServerVersion: '28.0.0', OperatingSystem: 'Linux', OSType: 'linux' });
  if (url.includes('/images/create')) return void send(500, { message: 'registry: no route to host' });
  const image = /\/images\/(.+)\/json/.exec(url)?.[1];
  send(404, { message: image === undefined ? 'page not found' : `No such image: ${decodeURIComponent(image)}` });
};
