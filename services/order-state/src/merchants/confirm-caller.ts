import { type CallerCredential, disabledDetails, type OwnerKind } from '@delivery/contracts';
import { ProblemError } from '@delivery/http-edge';
import { queryCount, queryValue, type Transaction } from '@delivery/postgres';
import type { Actor } from '../activity/queries.js';
import { isActiveToken } from './credential-queries.js';

const heldBy = (kind: OwnerKind): string =>
  `select t.owner_id from tokens t where t.token_hash = $1 and t.kind = '${kind}' and ${isActiveToken}`;

/**
 * Ids of the owners of a valid credential: `$1` token, `$2` key, `$3` OAuth client, `$4` session of the portal.
 */
const holders: Readonly<Record<OwnerKind, string>> = {
  merchant: `
      select ms.id
      from (select $1::text as token_hash, $2::text as key_hash
            union all select s.token_hash, s.key_hash from portal_sessions s where s.hash = $4) given
        join tokens t on t.token_hash = given.token_hash and t.revoked_at is null
        join merchants ms on ms.id = t.owner_id
        join platform_keys k on k.owner_id = ms.platform_owner_id
          and (k.key_hash = given.key_hash or k.previous_hash = given.key_hash and k.previous_until > now())
      union all select merchant_id from oauth_clients where id = $3
      union all select merchant_id from portal_sessions where hash = $4 and token_hash is null`,
  courier_system: heldBy('courier_system'),
  platform: heldBy('platform'),
};

/**
 * Looks up the caller's credential once more, and locks it and its owner's status until COMMIT. intake-api learns of a
 * revoked token or a disabled owner a second late, and a call may wait longer than that for a lock. Used by calls that
 * create a credential, or enable or redirect something. Locks the owner's row after the directory and before windows.
 * @throws ProblemError 401 or 403
 */
export const confirmCaller = async (client: Transaction, { credential }: Pick<Actor, 'credential'>): Promise<void> => {
  if (credential === null) return;
  if ('operatorSession' in credential) return confirmSession(client, credential.operatorSession);
  const { owner, given } = credential;
  const values = owner === 'merchant' ? merchantValues(given) : [tokenOf(given)];
  await client.query(`select from owners where id in (${holders[owner]}) for share`, values);
  if ('session_hash' in given)
    await client.query('select from portal_sessions where hash = $1 for key share', [given.session_hash]);
  // A separate statement, so that it sees commits that happened while the lock was awaited.
  const status = await queryValue<string>(client, `select status from owners where id in (${holders[owner]})`, values);
  if (status === undefined) throw revoked();
  if (status === 'disabled') throw new ProblemError(`${owner}_disabled`, disabledDetails[owner]);
};

const tokenOf = (given: CallerCredential): string | null => ('token_hash' in given ? given.token_hash : null);

const merchantValues = (given: CallerCredential): (string | null)[] => [
  tokenOf(given),
  'token_hash' in given ? (given.key_hash ?? null) : null,
  'client_id' in given ? given.client_id : null,
  'session_hash' in given ? given.session_hash : null,
];

/** Ending a session deletes its row. */
const confirmSession = async (client: Transaction, id: string): Promise<void> => {
  if ((await queryCount(client, 'select from operator_sessions where id = $1 for key share', [id])) === 0)
    throw revoked();
};

/** RFC 6750, 3.1. The header distinguishes it from a refusal of intake-api's own token. */
const revoked = (): ProblemError =>
  new ProblemError('invalid_credentials', 'The credentials were revoked. Send valid ones, or sign in again.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
