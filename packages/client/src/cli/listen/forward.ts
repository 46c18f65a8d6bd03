import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** `isRefused`: the connection was refused, so the receiver has not seen the webhook. */
export type Forwarded =
  | { kind: 'answered'; status: number; tookMs: number }
  | { kind: 'none'; reason: string; isRefused: boolean; tookMs: number };

export type Forward = (webhook: { headers: Record<string, string>; body: string }) => Promise<Forwarded>;

/** As the service allows a receiver. */
const totalTimeoutMs = 10_000;

/** The headers as they are signed, and none that a browser would add; the body byte for byte. */
export const createForward = (url: string): Forward => {
  const send = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
  return ({ headers, body }) =>
    new Promise((resolve) => {
      const startedAt = performance.now();
      const tookMs = () => Math.round(performance.now() - startedAt);
      const bytes = Buffer.from(body, 'utf8');
      const signal = AbortSignal.timeout(totalTimeoutMs);
      const request = send(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': bytes.length },
        signal,
      });
      const fail = (error: NodeJS.ErrnoException) => {
        const reason = signal.aborted ? `nothing within ${totalTimeoutMs / 1_000} s` : (error.code ?? error.message);
        resolve({ kind: 'none', reason, isRefused: error.code === 'ECONNREFUSED', tookMs: tookMs() });
      };
      request.on('error', fail).on('response', (response) => {
        // Its time ends with the body, as the service counts it.
        response.on('error', fail).resume();
        response.on('end', () => resolve({ kind: 'answered', status: response.statusCode ?? 0, tookMs: tookMs() }));
      });
      request.end(bytes);
    });
};
