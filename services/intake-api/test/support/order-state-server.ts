import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { CourierSystemEntry, DirectoryEntry, PlatformEntry } from '@delivery/contracts';

type InternalCall = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
type InternalReply = { status: number; body?: string; headers?: Record<string, string> } | 'silence';

/** The other end of order-state's internal API, as the contract fixes it: the directory, and merchants' calls. */
export const startOrderStateServer = async (
  entries: readonly DirectoryEntry[],
  courierSystems: readonly CourierSystemEntry[] = [],
  platforms: readonly PlatformEntry[] = [],
) => {
  const state = {
    epoch: randomUUID() as string,
    entries: [...entries],
    courierSystems,
    platforms,
    retryDelaysMs: [1_000, 60_000],
    /** Entries in each page of the snapshot. */
    pageSize: 2,
    lookUps: [] as string[],
    lookUpStatus: undefined as number | undefined,
    /** A look-up is answered then. */
    untilLookUp: Promise.resolve() as Promise<unknown>,
    hiddenFromChanges: new Set<string>(),
    calls: [] as InternalCall[],
    /** Reports that intake-api sends by itself. */
    reports: [] as InternalCall[],
    onCall: (() => ({ status: 404 })) as (call: InternalCall) => InternalReply | Promise<InternalReply>,
    snapshots: 0,
    changes: 0,
    sockets: new Set<Socket>(),
    /** Sessions of the portal, by hash. */
    sessions: new Map<string, object>(),
    /** Portal links that were not used, by hash. */
    links: new Map<string, { merchant_id: string; scope: 'full' | 'read'; platform_id?: string }>(),
  };
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      return answer(state, call, response);
    });
  });
  server.on('connection', (socket) => {
    state.sockets.add(socket);
    socket.on('close', () => state.sockets.delete(socket));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    state.sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  };
  return { state, url: `http://127.0.0.1:${port}`, stop, restart: () => listen(port) };
};

export const internalToken = 'internal-token-of-the-tests';

/** The key of access tokens. */
export const oauthKey = Buffer.alloc(32, 7).toString('base64');

type State = Awaited<ReturnType<typeof startOrderStateServer>>['state'];

const answer = async (state: State, call: InternalCall, response: ServerResponse): Promise<void> => {
  const url = new URL(call.path, 'http://internal');
  const send = (status: number, body?: unknown) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined ? '' : JSON.stringify(body));
  if (call.headers.authorization !== `Bearer ${internalToken}`) return void send(401);
  switch (url.pathname) {
    case '/internal/v1/directory':
      return void send(200, snapshotPage(state, Number(url.searchParams.get('cursor') ?? 0)));
    case '/internal/v1/directory/changes':
      state.changes += 1;
      return void send(200, changesSince(state, Number(url.searchParams.get('since'))));
    case '/internal/v1/directory/lookup':
      return void lookUp(state, url.searchParams.get('token_hash') ?? url.searchParams.get('client_id') ?? '', send);
    case '/internal/v1/tokens/used':
    case '/internal/v1/calls/refused':
      state.reports.push(call);
      return void send(204);
    case '/internal/v1/heartbeats':
      return void send(204);
    default: {
      if (url.pathname.startsWith('/internal/v1/sessions')) return answerSession(state, call, send);
      state.calls.push(call);
      const reply = await state.onCall(call);
      if (reply === 'silence') return;
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body);
    }
  }
};

type BegunSession = { hash: string; link_hash?: string; merchant_id?: string; credentials?: object };

const answerSession = (state: State, call: InternalCall, send: (status: number, body?: unknown) => void): void => {
  const hash = call.path.split('/')[4] ?? '';
  switch (call.method) {
    case 'POST': {
      if (hash === 'mail-link') {
        state.calls.push(call);
        return send(202);
      }
      const { hash: begun, link_hash: linkHash, ...wanted } = JSON.parse(call.body) as BegunSession;
      const link = linkHash === undefined ? undefined : state.links.get(linkHash);
      if (linkHash !== undefined && !state.links.delete(linkHash)) return send(410);
      const merchantId = link?.merchant_id ?? wanted.merchant_id;
      const mode = state.entries.find(({ merchant_id }) => merchant_id === merchantId)?.mode ?? 'live';
      const expires_at = new Date(Date.now() + 12 * 3_600_000).toISOString();
      const session = {
        hash: begun,
        mode,
        scope: 'full',
        platform_id: null,
        person: null,
        ...wanted,
        ...link,
        credentials: wanted.credentials ?? null,
        expires_at,
      };
      state.sessions.set(begun, session);
      return send(201, session);
    }
    case 'DELETE':
      state.sessions.delete(hash);
      return send(204);
    default:
      return send(state.sessions.has(hash) ? 200 : 404, state.sessions.get(hash));
  }
};

const latestVersion = (state: State) => Math.max(0, ...state.entries.map((entry) => entry.version));

const snapshotPage = (state: State, offset: number) => {
  state.snapshots += 1;
  const visible = state.entries.filter((entry) => !state.hiddenFromChanges.has(entry.merchant_id));
  const next = offset + state.pageSize;
  return {
    epoch: state.epoch,
    version: latestVersion(state),
    oauth_key: oauthKey,
    retry_delays_ms: state.retryDelaysMs,
    data: visible.slice(offset, next),
    courier_systems: state.courierSystems,
    platforms: state.platforms,
    next_cursor: next < visible.length ? String(next) : null,
  };
};

const changesSince = (state: State, version: number) => ({
  epoch: state.epoch,
  version: latestVersion(state),
  oauth_key: oauthKey,
  retry_delays_ms: state.retryDelaysMs,
  courier_systems: [],
  platforms: [],
  data: state.entries
    .filter((entry) => entry.version > version && !state.hiddenFromChanges.has(entry.merchant_id))
    .sort((left, right) => left.version - right.version),
  next_cursor: null,
});

const lookUp = async (state: State, key: string, send: (status: number, body?: unknown) => void): Promise<void> => {
  state.lookUps.push(key);
  await state.untilLookUp;
  if (state.lookUpStatus !== undefined) return send(state.lookUpStatus);
  const entry = state.entries.find(
    ({ token_hashes, oauth_clients }) =>
      token_hashes.includes(key) || oauth_clients.some(({ client_id }) => client_id === key),
  );
  send(entry ? 200 : 404, entry);
};

const readText = async (request: NodeJS.ReadableStream): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
};
