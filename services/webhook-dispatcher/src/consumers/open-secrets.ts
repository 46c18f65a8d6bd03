import type { KeyObject } from 'node:crypto';
import { SealError, type Sealer } from '@delivery/service-kit';
import { signingKeyOf } from '../delivery/sign.js';

/** Keys kept at once; the oldest goes first. */
const keysMax = 10_000;

export type OpenSecrets = (sealed: readonly string[]) => { keys: KeyObject[] } | { fault: string };

/**
 * Opens all signing secrets of a delivery, or says why not. Signing with only those that open is no choice: the
 * receiver may know just the one that does not. An endpoint's sealed text is the same with each of its deliveries, so
 * what has opened once is kept; what has not is tried again.
 */
export const createOpenSecrets = (sealer: Pick<Sealer, 'open'>, keptMax = keysMax): OpenSecrets => {
  const kept = new Map<string, KeyObject>();
  const open = (text: string): KeyObject | undefined => {
    const known = kept.get(text);
    if (known) return known;
    const key = signingKeyOf(sealer.open(text));
    if (!key) return undefined;
    if (kept.size >= keptMax) kept.delete(kept.keys().next().value ?? text);
    kept.set(text, key);
    return key;
  };

  return (sealed) => {
    const keys: KeyObject[] = [];
    for (const text of sealed) {
      try {
        const key = open(text);
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
