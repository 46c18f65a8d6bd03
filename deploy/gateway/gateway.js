// The gateway of docker-compose.yml: the host's ports lead here, so that each service may run as often as wanted. Bytes pass
// through untouched. ROUTES: `8080=intake-api:8080,…`, the port to listen on and where each connection goes.
import { lookup } from 'node:dns';
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';

const { ROUTES } = process.env;
if (!ROUTES) throw new Error('ROUTES is not set');

/** A connection on which nothing passed for so long waits for no answer. */
const quietMs = 5_000;

/** Every instance of a service, in a new random order: Node connects to the first that accepts. */
const lookupInstances = (name, options, done) =>
  lookup(name, { ...options, all: true }, (error, addresses = []) => {
    const shuffled = addresses.map((address) => ({ address, rank: Math.random() })).sort((a, b) => a.rank - b.rank);
    done(
      error,
      shuffled.map(({ address }) => address),
    );
  });

const openConnections = new Set();

const relay = (client, host, port) => {
  const service = connect({ host, port, allowHalfOpen: true, autoSelectFamily: true, lookup: lookupInstances });
  openConnections.add(client);
  client.once('close', () => openConnections.delete(client));
  // An end that breaks off closes the other end; no error needs handling.
  pipeline(client, service, () => undefined);
  pipeline(service, client, () => undefined);
};

const servers = ROUTES.split(',').map((route) => {
  const [, listenPort, host, port] = /^(\d+)=([^:]+):(\d+)$/.exec(route) ?? [];
  if (!listenPort) throw new Error(`ROUTES: expected 8080=service:8080, found ${route}`);
  const server = createServer({ allowHalfOpen: true }, (client) => relay(client, host, Number(port)));
  return server.listen(Number(listenPort), () => process.stdout.write(`${route}\n`));
});

process.on('SIGTERM', () => {
  for (const server of servers) server.close();
  // Compose stops the gateway before the services: who waits for an answer still gets it.
  for (const client of openConnections) client.setTimeout(quietMs, () => client.destroySoon());
});
