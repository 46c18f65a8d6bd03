import { type MerchantMode, type OperatorRole, platformScopes } from '@delivery/contracts';
import type { AccessCall, Audience } from './calls.js';

/** `ok`: the caller is admitted. `open`: every caller is. `404`: the call does not exist for this caller. `-`: not sent. */
export type Access = 'ok' | 'open' | '401' | '403' | '404' | '-';

/** The calls that a credential opens. */
type Kind = { opens: readonly Audience[]; rights: readonly string[]; mode: MerchantMode; isDisabled?: true };

const nothing: Kind = { opens: [], rights: [], mode: 'live' };
const merchant: Kind = { opens: ['merchant', 'till'], rights: ['read', 'full'], mode: 'live' };
const platform: Kind = { opens: ['platform'], rights: platformScopes, mode: 'live' };
const courier: Kind = { opens: ['courier'], rights: ['courier'], mode: 'live' };
const operator = (rights: readonly (OperatorRole | 'session')[]): Kind => ({
  opens: ['operator'],
  rights,
  mode: 'live',
});

/** Every kind of credential. Its name is a column of the matrix, and a credential of its world. */
const kinds = {
  none: nothing,
  merchant,
  'merchant, sandbox': { ...merchant, mode: 'sandbox' },
  "merchant, another platform's key": nothing,
  'merchant, revoked': nothing,
  'merchant, disabled': { ...merchant, isDisabled: true },
  'access token': merchant,
  'access token, client deleted': nothing,
  'access token, merchant disabled': { ...merchant, isDisabled: true },
  'portal, full': { ...merchant, rights: ['read', 'full', 'people'] },
  'portal, read': { ...merchant, rights: ['read'] },
  'portal, begun with a token': merchant,
  'portal, its token revoked': nothing,
  'portal, ended': nothing,
  'portal, expired': nothing,
  'portal, merchant disabled': nothing,
  platform,
  'platform, sandbox': { ...platform, mode: 'sandbox' },
  'platform, merchants:read': { ...platform, rights: ['merchants:read'] },
  'platform, merchants:write': { ...platform, rights: ['merchants:write'] },
  'platform, webhooks:read': { ...platform, rights: ['webhooks:read'] },
  'platform, webhooks:write': { ...platform, rights: ['webhooks:write'] },
  'platform, revoked': nothing,
  'platform, expired': nothing,
  'platform, disabled': { ...platform, isDisabled: true },
  'portal of a platform, platform disabled': nothing,
  courier,
  'courier, sandbox': { ...courier, mode: 'sandbox' },
  'courier, revoked': nothing,
  'courier, disabled': { ...courier, isDisabled: true },
  'operator, token': operator(['look', 'act', 'customers_data', 'administer']),
  'operator, reading token': operator(['look']),
  'operator, session of the token': operator(['look', 'act', 'customers_data', 'administer', 'session']),
  'operator, session of the reading token': operator(['look', 'session']),
  'operator, look': operator(['look', 'session']),
  'operator, act': operator(['look', 'act', 'session']),
  'operator, customers_data': operator(['look', 'customers_data', 'session']),
  'operator, administer': operator(['look', 'administer', 'session']),
  'operator, ended': nothing,
  'operator, expired': nothing,
  'internal token': nothing,
} satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds).filter((name): name is KindName => name in kinds);

/** The required answer of each call to each kind of credential. */
export const expectedAccess = (call: AccessCall, name: KindName): Access => {
  const kind: Kind = kinds[name];
  if (call.isOpen && !(call.knowsTokens && sendsToken(name))) return endsSession(call, name) ? '-' : 'open';
  const audience = kind.opens.find((opened) => call.rights[opened] !== undefined);
  if (audience === undefined) return isWrongKind(call, kind) ? '403' : '401';
  if (kind.isDisabled) return '403';
  const right = call.rights[audience] ?? '';
  if (!kind.rights.includes(right)) return right === 'session' ? '401' : '403';
  return call.path.includes('/v1/sandbox/') && kind.mode === 'live' ? '404' : 'ok';
};

/** The tokens of platforms and of couriers' systems are known at `/v1`, where they open the shared calls alone. */
const isWrongKind = ({ path }: AccessCall, { opens }: Kind): boolean =>
  path.startsWith('/v1/') && opens.some((opened) => opened === 'platform' || opened === 'courier');

/** A cookie is none: a browser adds it by itself. */
const sendsToken = (name: KindName): boolean => !/^(none|portal|operator, (?!token|reading))/.test(name);

/** The one call that takes effect without an id and without a body. */
const endsSession = ({ id }: AccessCall, name: KindName): boolean =>
  id === 'signOut' && /^(portal|operator)/.test(name);
