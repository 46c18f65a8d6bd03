import { SealError, type Sealer } from '@delivery/service-kit';
import { isSigningSecret } from '../delivery/sign.js';

/**
 * Opens all signing secrets of a delivery, or says why not. Signing with only those that open is no choice: the
 * receiver may know just the one that does not.
 */
export const openSecrets = (
  sealer: Pick<Sealer, 'open'>,
  sealed: readonly string[],
): { secrets: string[] } | { fault: string } => {
  const secrets: string[] = [];
  for (const text of sealed) {
    try {
      secrets.push(sealer.open(text));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      return { fault: `signing secret: ${error.message}` };
    }
  }
  return secrets.every(isSigningSecret) ? { secrets } : { fault: 'signing secret: malformed' };
};
