import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { previewTokenHeader } from '@delivery/contracts';
import { ProblemError } from '@delivery/http-edge';
import { type Sealer, SealError } from '@delivery/service-kit';
import { findChanges, type Previewed, type Slack } from './rules/find-changes.js';

export type PreviewDeps = { sealer: Sealer; now: () => number };

/** For how long what was shown may be acted on. */
const tokenMs = 15 * 60_000;

/** Opens as nothing else that is sealed with the same key. */
const boundTo = 'preview of an action';

const sealedSchema = z.object({
  atMs: z.int(),
  subject: z.record(z.string(), z.string()),
  counts: z.record(z.string(), z.int()),
  endpoints: z.record(z.string(), z.object({ status: z.string(), url: z.string().nullable() })),
});

/** What somebody was shown, as the action brings it back. */
export type ShownPreview = Previewed & { atMs: number };

/** What was shown travels in the token, sealed: no replica keeps anything, and nobody can make one up. */
export const sealPreview = (
  { sealer, now }: PreviewDeps,
  previewed: Previewed,
): { token: string; expires_at: string } => {
  const shown: ShownPreview = { ...previewed, atMs: now() };
  return {
    token: sealer.seal(JSON.stringify(shown), boundTo),
    expires_at: new Date(shown.atMs + tokenMs).toISOString(),
  };
};

/**
 * What the caller was shown before this call; `undefined`: it does not say, and acts without.
 * @throws ProblemError `invalid_parameter` for what is no token, `preview_stale` for one that is too old
 */
export const readPreview = ({ sealer, now }: PreviewDeps, headers: IncomingHttpHeaders): ShownPreview | undefined => {
  const token = headers[previewTokenHeader.toLowerCase()];
  if (token === undefined) return undefined;
  const shown = sealedSchema.safeParse(openToken(sealer, String(token)));
  if (!shown.success) throw noToken();
  if (shown.data.atMs + tokenMs <= now()) throw stale(['it is older than 15 minutes']);
  return shown.data;
};

/** @throws ProblemError `preview_stale`, which says what has changed */
export const refuseStale = (shown: Previewed, current: Previewed, slack: Slack): void => {
  const changes = findChanges(shown, current, slack);
  if (changes.length > 0) throw stale(changes);
};

const openToken = (sealer: Sealer, token: string): unknown => {
  try {
    return JSON.parse(sealer.open(token, boundTo));
  } catch (error) {
    if (error instanceof SealError) throw noToken();
    throw error;
  }
};

const noToken = (): ProblemError =>
  new ProblemError(
    'invalid_parameter',
    `${previewTokenHeader}: expected the token of a preview, unchanged. Without the header the action needs none.`,
  );

const stale = (changes: readonly string[]): ProblemError =>
  new ProblemError(
    'preview_stale',
    `What the preview showed is not what this would do: ${changes.join('; ')}. Nothing was done. Ask for a new preview.`,
  );
