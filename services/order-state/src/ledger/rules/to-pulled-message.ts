import type { PulledMessage } from '@delivery/contracts';
import { buildHeaders, type OpenSecrets } from '@delivery/webhooks';
import { liveSecrets } from '../../endpoints/rules/secrets.js';
import type { Taken } from './release.js';

/** The webhook as it would have been posted: the same headers, the same bytes. */
export const toPulledMessage = (
  taken: Taken,
  openSecrets: OpenSecrets,
  nowMs: number,
): { message: PulledMessage } | { fault: string } => {
  const opened = openSecrets({
    endpoint_id: taken.endpoint_id,
    sealed_secrets: liveSecrets(taken.secrets, nowMs),
  });
  if ('fault' in opened) return opened;
  const attempt = taken.attempt_count + 1;
  const headers = buildHeaders(
    { ...taken, attempt, mode: taken.mode === 'sandbox' ? taken.mode : undefined },
    { body: Buffer.from(taken.body, 'utf8'), keys: opened.keys, now: new Date(nowMs) },
  );
  const visible_until = taken.visible_until.toISOString();
  return { message: { id: taken.id, attempt, headers, body: taken.body, visible_until } };
};
