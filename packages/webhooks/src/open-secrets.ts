import type { KeyObject } from 'node:crypto';
import { type DeliveryReleased, endpointSecretOf } from '@delivery/contracts';
import { type Sealer, SealError } from '@delivery/service-kit';
import { signingKeyOf } from './sign.js';

/** Keys kept at once; the oldest goes first. */
const keysMax = 10_000;

export type OpenSecrets = (
  delivery: Pick<DeliveryReleased, 'endpoint_id' | 'sealed_secrets'>,
) => { keys: KeyObject[] } | { fault: string };

/**
 * Opens all signing secrets of a delivery, or says why not. Signing with only those that open is no choice: the
 * receiver may know just the one that does not. An endpoint's sealed text is the same with each of its deliveries, so
 * an opened secret is kept; one that did not open is tried again.
 */
export const createOpenSecrets = (sealer: Pick<Sealer, 'open'>, keptMax = keysMax): OpenSecrets => {
  const kept = new Map<string, KeyObject>();
  const open = (text: string, endpointId: string): KeyObject | undefined => {
    // With the endpoint: a secret that opened for one endpoint must not be used for another.
    const place = `${endpointId} ${text}`;
    const known = kept.get(place);
    if (known) return known;
    const key = signingKeyOf(sealer.open(text, endpointSecretOf(endpointId)));
    if (!key) return undefined;
    if (kept.size >= keptMax) kept.delete(kept.keys().next().value ?? place);
    kept.set(place, key);
    return key;
  };

  return ({ endpoint_id, sealed_secrets }) => {
    const keys: KeyObject[] = [];
    for (const text of sealed_secrets) {
      try {
        const key = open(text, endpoint_id);
        if (!key) return { fault: 'signing secret: malformed' };
        keys.push(key);
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        return { fault: `signing secret: ${error.message}` };
      }
    }
    return { keys };
  };
};
