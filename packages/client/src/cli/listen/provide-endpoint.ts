import type { DeliveryClient } from '../../client.js';
import { EndpointLimitReached, EndpointNotFound } from '../../problems.js';
import type { Endpoint } from '../../types.js';
import { CannotRunError } from '../errors.js';
import type { EndpointKeep } from './kept-endpoint.js';

/** `secret`: where it is known. */
export type ListenEndpoint = { id: string; secret: string | undefined; isNew: boolean };

/** The endpoint that was asked for, else the one of the last time, else a new one; enabled. */
export const provideEndpoint = async (
  client: DeliveryClient,
  keep: EndpointKeep,
  wantedId: string | undefined,
): Promise<ListenEndpoint> => {
  if (wantedId !== undefined) {
    await makeFit(client, await client.endpoints.get(wantedId));
    return { id: wantedId, secret: undefined, isNew: false };
  }
  const kept = keep.read();
  const found = kept && 'id' in kept ? await findEndpoint(client, kept.id) : undefined;
  if (kept && 'id' in kept && found) {
    await makeFit(client, found);
    return { id: kept.id, secret: kept.secret, isNew: false };
  }
  const there = await listEndpoints(client);
  const left = kept && 'knownIds' in kept ? findLeft(there, kept) : undefined;
  if (left === undefined) keep.write({ knownIds: there.map(({ id }) => id), at: new Date().toISOString() });
  else await makeFit(client, left);
  // The secret of an endpoint that was left behind is not known here, so it gets a new one.
  const { id, secret } = await (left ? client.endpoints.rotateSecret(left.id) : createEndpoint(client, there));
  keep.write({ id, secret });
  return { id, secret, isNew: left === undefined };
};

/** How long after an intent a new endpoint of the same kind is taken for its result. */
const intentMaxMs = 60_000;

/** The endpoint that a killed `listen` had made and could not note: of type pull, unknown before, made right after its intent. */
const findLeft = (there: readonly Endpoint[], { knownIds, at }: { knownIds: string[]; at: string }) => {
  const left = there.filter(({ id, type, created_at: createdAt }) => {
    const afterMs = Date.parse(createdAt) - Date.parse(at);
    return type === 'pull' && !knownIds.includes(id) && Math.abs(afterMs) <= intentMaxMs;
  });
  return left.length === 1 ? left[0] : undefined;
};

const listEndpoints = async (client: DeliveryClient): Promise<Endpoint[]> => {
  const there: Endpoint[] = [];
  for await (const endpoint of client.endpoints.list()) there.push(endpoint);
  return there;
};

const makeFit = async (client: DeliveryClient, { id, type, status }: Endpoint): Promise<void> => {
  if (type !== 'pull')
    throw new CannotRunError(`the endpoint ${id} is a push endpoint: give listen a pull endpoint, or none`);
  if (status === 'disabled') await client.endpoints.enable(id);
};

const findEndpoint = async (client: DeliveryClient, id: string): Promise<Endpoint | undefined> => {
  try {
    return await client.endpoints.get(id);
  } catch (error) {
    // Deleted, or of a database of another life.
    if (error instanceof EndpointNotFound) return undefined;
    throw error;
  }
};

const createEndpoint = async (client: DeliveryClient, there: readonly Endpoint[]) => {
  try {
    return await client.endpoints.create({ type: 'pull' });
  } catch (error) {
    if (!(error instanceof EndpointLimitReached)) throw error;
    const lines = there.map(({ id, type, name, url }) => `  ${id}  ${name ?? url ?? type}`);
    const way = 'delete one, or give listen a pull endpoint with --endpoint <id>:';
    throw new CannotRunError([`the merchant has as many endpoints as it can have: ${way}`, ...lines].join('\n'), {
      cause: error,
    });
  }
};
