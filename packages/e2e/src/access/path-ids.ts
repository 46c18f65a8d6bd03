import type { AccessCall, Audience } from './calls.js';
import type { KindName } from './rules.js';
import type { Owner, World } from './world.js';

/** An id in a path. `kind`: what it names. `owner`: whose it is when the caller of the test asks for its own. */
type PathId = { name: string; kind: string; owner: Owner };

const kindsBySegment: Readonly<Record<string, string>> = {
  'external-orders': 'order',
  orders: 'order',
  // Ids of couriers' systems.
  deliveries: 'order',
  // Ids of tills.
  delivery: 'externalId',
  readyForPickup: 'externalId',
  cancel: 'externalId',
  'webhook-endpoints': 'endpoint',
  endpoints: 'endpoint',
  'webhook-deliveries': 'delivery',
  'webhook-replays': 'replay',
  'oauth-clients': 'client',
  stores: 'store',
  people: 'person',
  tokens: 'token',
  'portal-sessions': 'session',
  merchants: 'merchant',
  platforms: 'platform',
  'courier-systems': 'courier',
  owners: 'merchant',
  // Ids that only operators use, who are no owners.
  sessions: 'operator session',
  'set-aside': 'set aside',
  'dead-letters': 'dead letter',
  erasures: 'erasure',
};

type Callers = { owner: Owner; names: readonly [KindName, ...KindName[]] };

const callers: Readonly<Record<Audience, Callers>> = {
  merchant: { owner: 'merchant', names: ['merchant', 'access token', 'portal, full'] },
  till: { owner: 'merchant', names: ['access token'] },
  platform: { owner: 'platform', names: ['platform'] },
  courier: { owner: 'courier', names: ['courier'] },
  operator: { owner: 'merchant', names: ['operator, token'] },
};

/** No token opens these calls. */
const people: Callers = { owner: 'merchant', names: ['portal, full'] };

const sandboxCallers: Readonly<Partial<Record<Audience, Callers>>> = {
  merchant: { owner: 'sandbox', names: ['merchant, sandbox'] },
  platform: { owner: 'platform sandbox', names: ['platform, sandbox'] },
};

const callerOf = ({ audience, path }: AccessCall) =>
  path.startsWith('/v1/people') ? people : ownerCallerOf({ audience, path });

const ownerCallerOf = ({ audience, path }: Pick<AccessCall, 'audience' | 'path'>) =>
  (path.includes('/sandbox/') ? sandboxCallers[audience] : undefined) ?? callers[audience];

/** A credential that opens the call. */
export const callerNameOf = (call: AccessCall): KindName => callerOf(call).names[0];

/** Below a merchant, a platform or a courier's system everything is its own. */
const ownersBySegment: Readonly<Record<string, Owner>> = {
  merchants: 'merchant',
  owners: 'merchant',
  platforms: 'platform',
  'courier-systems': 'courier',
};

const pathIdsOf = (call: AccessCall): PathId[] => {
  let { owner } = callerOf(call);
  return [...call.path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].flatMap(([, segment = '', name = '']) => {
    owner = ownersBySegment[segment] ?? owner;
    const kind = kindsBySegment[segment];
    return kind === undefined ? [] : [{ name, kind, owner }];
  });
};

/** An operator sees all owners: for it, an id is foreign if it is below the wrong owner. */
const isOwned = ({ audience }: AccessCall, place: number): boolean => audience !== 'operator' || place > 0;

export type Values = Readonly<Record<string, string>>;

/** Requests with an id of another owner, and the same with an id that does not exist. */
export type Foreign = { name: KindName; foreign: readonly Values[]; unknown: Values };

/** The names of stores are the owner's own choice: replacing one that does not exist creates it. */
const isNamed = ({ id }: AccessCall, kind: string): boolean => id === 'putStore' && kind === 'store';

export const foreignRequestsOf = (call: AccessCall, { ids }: World): Foreign[] => {
  const own = ownValuesOf(call, ids);
  return pathIdsOf(call)
    .filter(({ kind }) => !isNamed(call, kind))
    .flatMap(({ name: parameter, kind }, place) => {
      const all = isOwned(call, place) ? Object.values(ids[kind] ?? {}) : [];
      const others = all.filter((id) => id !== own[parameter]);
      const foreign = others.map((id) => ({ ...own, [parameter]: id }));
      const unknown = { ...own, [parameter]: call.unknown[parameter] ?? '' };
      return callerOf(call).names.map((name) => ({ name, foreign, unknown }));
    });
};

/** The request of an owner for what is its own; `undefined` if there is no such thing in the world, or no id in the path. */
export const ownRequestOf = (call: AccessCall, { ids }: World): { name: KindName; values: Values } | undefined => {
  const values = ownValuesOf(call, ids);
  const pathIds = pathIdsOf(call);
  const isKnown = pathIds.length > 0 && pathIds.every((id) => ids[id.kind]?.[id.owner] !== undefined);
  return isKnown ? { name: callerNameOf(call), values } : undefined;
};

/** `{mode}` and ids without an owner stay as in the document. */
const ownValuesOf = (call: AccessCall, ids: World['ids']): Values => ({
  ...call.unknown,
  ...Object.fromEntries(
    pathIdsOf(call).map(({ name, kind, owner }) => [name, ids[kind]?.[owner] ?? call.unknown[name] ?? '']),
  ),
});
