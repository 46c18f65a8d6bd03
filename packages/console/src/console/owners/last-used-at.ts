/** With any of the tokens. */
export const lastUsedAt = (tokens: readonly { last_used_at: string | null }[]): string | null =>
  tokens
    .flatMap(({ last_used_at: at }) => at ?? [])
    .sort()
    .at(-1) ?? null;
