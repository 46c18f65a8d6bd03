import { merchantCalls } from '@delivery/contracts/calls';
import { buildOrder, expectSuccess, type Merchant, pollUntil, type Product } from '@delivery/test-support';
import type { TestIdentityProvider } from '@delivery/test-support/identity-provider';
import { createCredentials, type Credential } from './credentials.js';
import { createPlatforms, type Platforms } from './platforms.js';
import type { KindName } from './rules.js';

export type Owner =
  | 'merchant'
  | 'merchant B'
  | 'sandbox'
  | 'platform'
  | 'platform B'
  | 'platform sandbox'
  | 'courier'
  | 'courier B';

/** Ids of what exists, by the kind of thing and by its owner. */
type Ids = Readonly<Record<string, Readonly<Partial<Record<Owner, string>>>>>;

export type World = { credentials: Readonly<Record<KindName, Credential>>; ids: Ids };

type CallAs = (path: string, call?: { method?: string; body?: unknown }) => ReturnType<Product['operator']['call']>;
type Actor = { name: Owner; call: CallAs };

/** Two owners of each kind, each with an endpoint, a delivery and a replay, and every kind of credential. */
export const buildWorld = async (
  product: Product,
  provider: TestIdentityProvider,
  redirectUri: string,
): Promise<World> => {
  const platforms = await createPlatforms(product);
  const [first, second, sandbox] = [
    await product.createMerchant({ platform: 'Pedidos' }),
    await product.createMerchant({ platform: 'Lojas' }),
    await product.createMerchant({ platform: 'Testes', mode: 'sandbox' }),
  ];
  const couriers = {
    first: await product.createCourierSystem({ merchants: [first.id] }),
    second: await product.createCourierSystem({ merchants: [second.id] }),
  };
  const actors: Actor[] = [
    { name: 'merchant', call: first.call },
    { name: 'merchant B', call: second.call },
    { name: 'sandbox', call: sandbox.call },
    { name: 'platform', call: platforms.first.call },
    { name: 'platform B', call: platforms.second.call },
    { name: 'platform sandbox', call: platforms.sandbox.call },
    { name: 'courier', call: couriers.first.call },
    { name: 'courier B', call: couriers.second.call },
  ];
  const endpoints = await ofEach(actors, ({ call }) => makeId(call, '/v1/webhook-endpoints', { type: 'pull' }));
  const orders = {
    first: await createReadyOrder(first),
    second: await createReadyOrder(second),
    sandbox: await createReadyOrder(sandbox),
  };
  const deliveries = await ofEach(actors, ({ call }) => firstId(call, '/v1/webhook-deliveries'));
  const range = { since: new Date(Date.now() - 60_000).toISOString(), until: new Date().toISOString() };
  const replays = await ofEach(actors, ({ call }) => makeId(call, '/v1/webhook-replays', range));
  const credentials = await createCredentials(product, {
    provider,
    redirectUri,
    merchants: { first, second, sandbox },
    platforms,
    courier: couriers.first,
  });
  return {
    credentials,
    ids: {
      merchant: { merchant: first.id, 'merchant B': second.id },
      platform: { platform: platforms.first.id, 'platform B': platforms.second.id },
      courier: { courier: couriers.first.id, 'courier B': couriers.second.id },
      order: {
        merchant: orders.first.id,
        'merchant B': orders.second.id,
        sandbox: orders.sandbox.id,
        courier: orders.first.id,
        'courier B': orders.second.id,
      },
      externalId: { merchant: orders.first.externalId, 'merchant B': orders.second.externalId },
      endpoint: endpoints,
      delivery: deliveries,
      replay: replays,
      ...(await createAccountIds(product, { merchant: first, 'merchant B': second }, platforms, couriers)),
    },
  };
};

const ofEach = async (
  actors: readonly Actor[],
  read: (actor: Actor) => Promise<string>,
): Promise<Partial<Record<Owner, string>>> => {
  const found: Partial<Record<Owner, string>> = {};
  for (const actor of actors) found[actor.name] = await read(actor);
  return found;
};

const makeId = async (call: CallAs, path: string, body: unknown): Promise<string> =>
  String(expectSuccess(await call(path, { method: 'POST', body }))['id']);

const firstId = (call: CallAs, path: string): Promise<string> =>
  pollUntil(`an entry of ${path}`, async () => listOf(expectSuccess(await call(path))['data'])[0]?.['id']);

const listOf = (data: unknown): Record<string, string>[] => data as Record<string, string>[];

const createReadyOrder = async (merchant: Merchant): Promise<{ id: string; externalId: string }> => {
  const order = buildOrder();
  const id = String(expectSuccess(await merchant.create(order))['id']);
  expectSuccess(await merchant.ready(id));
  return { id, externalId: order.external_id };
};

/** Ids of tokens, sessions, OAuth clients, stores and people. */
const createAccountIds = async (
  { operator }: Product,
  merchants: Readonly<Record<'merchant' | 'merchant B', Merchant>>,
  platforms: Platforms,
  couriers: Readonly<Record<'first' | 'second', { id: string }>>,
): Promise<Ids> => {
  const tokenOf = async (path: string) =>
    String(listOf(expectSuccess(await operator.call(`/operator/v1${path}`))['tokens'])[0]?.['id']);
  const ofBoth = async <T>(read: (merchant: Merchant) => Promise<T>) => ({
    merchant: await read(merchants.merchant),
    'merchant B': await read(merchants['merchant B']),
  });
  const tokens = {
    ...(await ofBoth(({ id }) => tokenOf(`/merchants/${id}`))),
    platform: await tokenOf(`/platforms/${platforms.first.id}`),
    'platform B': await tokenOf(`/platforms/${platforms.second.id}`),
    courier: await tokenOf(`/courier-systems/${couriers.first.id}`),
    'courier B': await tokenOf(`/courier-systems/${couriers.second.id}`),
  };
  const sessions = await ofBoth(async (merchant) => {
    await merchant.call('/v1/session', { method: 'POST', body: { key: merchant.key, token: merchant.token } });
    const list = await operator.call(`/operator/v1/merchants/${merchant.id}/portal-sessions`);
    return String(listOf(expectSuccess(list)['data'])[0]?.['id']);
  });
  const clients = await ofBoth(async ({ call }) => {
    const made = await call('/v1/oauth-clients', { method: 'POST', body: { name: 'till' } });
    return String(expectSuccess(made)['client_id']);
  });
  const stores = await ofBoth(async ({ id, call }) => {
    const ref = `store-${id.slice(0, 6)}`;
    expectSuccess(
      await call(`/v1/stores/${ref}`, {
        method: 'PUT',
        body: Object.values(merchantCalls.putStore.body?.examples ?? {})[0]?.value,
      }),
    );
    return ref;
  });
  const people = await ofBoth(async ({ id }) => {
    const body = { email: 'ana@example.com', role: 'read', language: 'en' };
    const made = await operator.call(`/operator/v1/owners/${id}/people?by=Ana`, { method: 'POST', body });
    return String(expectSuccess(made)['id']);
  });
  return { token: tokens, session: sessions, client: clients, store: stores, person: people };
};
