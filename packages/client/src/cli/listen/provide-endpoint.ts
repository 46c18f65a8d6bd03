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
  const found = kept && (await findEndpoint(client, kept.id));
  if (kept && found) {
    await makeFit(client, found);
    return { ...kept, isNew: false };
  }
  const { id, secret } = await createEndpoint(client);
  keep.write({ id, secret });
  return { id, secret, isNew: true };
};

const makeFit = async (client: DeliveryClient, { id, type, status }: Endpoint): Promise<void> => {
  if (type !== 'pull')
    throw new CannotRunError(`the endpoint ${id} is posted to by the service: listen needs one of type pull, or none`);
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

const createEndpoint = async (client: DeliveryClient) => {
  try {
    return await client.endpoints.create({ type: 'pull' });
  } catch (error) {
    if (!(error instanceof EndpointLimitReached)) throw error;
    const lines: string[] = [];
    for await (const { id, type, url } of client.endpoints.list()) lines.push(`  ${id}  ${url ?? type}`);
    const way = 'delete one, or let listen use one of type pull with --endpoint <id>:';
    throw new CannotRunError([`there is no room for one more endpoint: ${way}`, ...lines].join('\n'), { cause: error });
  }
};
