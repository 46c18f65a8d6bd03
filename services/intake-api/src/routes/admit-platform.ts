import type { IncomingMessage } from 'node:http';
import type { PlatformEntry, PlatformScope, PlatformToken } from '@delivery/contracts';
import { ProblemError } from '@delivery/http-edge';
import { admitBearer, type AdmitBearerDeps, type AdmittedBearer } from './admit-bearer.js';
import type { Refused } from './admit-call.js';

export type AdmitPlatformDeps = AdmitBearerDeps & {
  findPlatformByTokenHash: (tokenHash: string) => PlatformEntry | undefined;
  platformApiPerMinute: number;
};

type Known = { platform: PlatformEntry; token: PlatformToken };
export type AdmittedPlatform = AdmittedBearer<Known>;

/** Which platform calls, and whether it may do so now, with this token. */
export const admitPlatform = (
  deps: AdmitPlatformDeps,
  request: IncomingMessage,
  scope: PlatformScope,
  addressOf: () => string,
): AdmittedPlatform | Refused =>
  admitBearer(deps, request, addressOf, {
    form: 'ptok_',
    find: (tokenHash) => findToken(deps, tokenHash),
    limitOf: ({ platform }) => ({
      name: 'platform_api',
      bucket: deps.buckets.platformApi,
      owner: platform.platform_id,
      perMinute: platform.per_minute ?? deps.platformApiPerMinute,
    }),
    refusalOf: (known) => refusalOf(known, scope),
  });

/** One that has expired opens nothing, whether the directory has heard of it or not. */
const findToken = ({ findPlatformByTokenHash }: AdmitPlatformDeps, tokenHash: string): Known | undefined => {
  const platform = findPlatformByTokenHash(tokenHash);
  const token = platform?.tokens.find(({ hash }) => hash === tokenHash);
  if (!platform || !token) return undefined;
  const isExpired = token.expires_at !== null && Date.parse(token.expires_at) <= Date.now();
  return isExpired ? undefined : { platform, token };
};

const refusalOf = ({ platform, token }: Known, scope: PlatformScope): ProblemError | undefined => {
  if (platform.status === 'disabled')
    return new ProblemError(
      'platform_disabled',
      'Your platform’s access is disabled. Ask the operator of the service to enable it.',
    );
  if (token.scopes.includes(scope)) return undefined;
  return new ProblemError(
    'insufficient_scope',
    `This token lacks the scope ${scope}. Ask the operator of the service for one that has it.`,
  );
};
