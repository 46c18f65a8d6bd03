import { z } from 'zod';

export type Readiness = {
  name: string;
  /** `unknown`: its URL is not configured. */
  state: 'ready' | 'degraded' | 'not ready' | 'not reachable' | 'unknown';
  detail: string | null;
};

const timeoutMs = 3_000;
const answerSchema = z.looseObject({
  missing: z.record(z.string(), z.string()).optional(),
  degraded: z.record(z.string(), z.string()).optional(),
});

/** The answer of a service at `/readyz`. */
export const readReadiness = async (name: string, url: string | undefined): Promise<Readiness> => {
  if (url === undefined) return { name, state: 'unknown', detail: 'its URL is not known' };
  try {
    const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(timeoutMs) });
    const { missing, degraded } = answerSchema.parse(await response.json());
    if (!response.ok) return { name, state: 'not ready', detail: list(missing) };
    return degraded ? { name, state: 'degraded', detail: list(degraded) } : { name, state: 'ready', detail: null };
  } catch {
    // The screen says only that it does not answer, not why.
    return { name, state: 'not reachable', detail: new URL(url).origin };
  }
};

const list = (faults: Record<string, string> | undefined): string | null =>
  faults
    ? Object.entries(faults)
        .map(([check, fault]) => `${check}: ${fault}`)
        .join('; ')
    : null;
