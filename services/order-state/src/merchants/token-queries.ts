import { arrayOf, type Queryable } from '@delivery/postgres';

/** Whose tokens have a time of their last use. */
const tables = ['courier_tokens', 'platform_tokens'] as const;

/** At most once a minute for each, however often it is used and however many replicas say so. */
export const markTokensUsed = async (client: Queryable, tokenHashes: readonly string[], now: Date): Promise<void> => {
  for (const table of tables) {
    await client.query({
      name: `mark_used_${table}`,
      text: `
        update ${table} set last_used_at = $2
        where id in (
          select id from ${table}
          where token_hash = any($1) and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')
          order by id for no key update skip locked)`,
      values: [arrayOf('text', tokenHashes), now],
    });
  }
};
