import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { readMember } from '../../json-text.js';
import type { PulledMessage } from '../../types.js';
import { renderClock, type Terminal, toText } from '../output.js';

const tryAgainAfterMs = 1_000;
/** A message that is forwarded at the very end of its visibility could be handed to another process too. */
const marginMs = 12_000;

type ForwardedMessage = { message: PulledMessage; forwarded: Forwarded };

type ForwardDeps = {
  forward: Forward;
  /** The receiver is away, once for each time. */
  onAway: () => void;
  onForwarded: (one: ForwardedMessage) => void;
  signal: AbortSignal;
};

/**
 * Forwards all messages at once, as they are of different orders. Waits for a receiver that is away until shortly
 * before the messages' visibility ends, so that its restart costs no attempt.
 * @returns the ids of the messages that the receiver took
 */
export const forwardMessages = async (messages: readonly PulledMessage[], deps: ForwardDeps): Promise<string[]> => {
  const forwardedAll = await Promise.all(messages.map((message) => forwardOne(message, deps)));
  return forwardedAll.filter(({ forwarded }) => isTaken(forwarded)).map(({ message }) => message.id);
};

const forwardOne = async (message: PulledMessage, deps: ForwardDeps): Promise<ForwardedMessage> => {
  const untilMs = Date.parse(message.visible_until) - marginMs;
  for (;;) {
    const forwarded = await deps.forward(message);
    const isAway = forwarded.kind === 'none' && forwarded.isRefused;
    if (!isAway || deps.signal.aborted || Date.now() > untilMs) {
      const one = { message, forwarded };
      deps.onForwarded(one);
      return one;
    }
    deps.onAway();
    // Ctrl-C ends the wait; messages that were not taken come again.
    await delay(tryAgainAfterMs, undefined, { signal: deps.signal }).catch(() => undefined);
  }
};

const isTaken = (forwarded: Forwarded): boolean =>
  forwarded.kind === 'answered' && forwarded.status >= 200 && forwarded.status < 300;

/** `isRefused`: the connection was refused, so the receiver has not seen the webhook. */
type Forwarded =
  | { kind: 'answered'; status: number; tookMs: number }
  | { kind: 'none'; reason: string; isRefused: boolean; tookMs: number };

type Forward = (webhook: { headers: Record<string, string>; body: string }) => Promise<Forwarded>;

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

const [eventWidth, statusWidth] = [18, 20];

/** `21:14:03  5f1c0e9a #2  delivery_requested  ready                 200    12 ms`: 80 columns and less. */
export const renderLine = (terminal: Terminal, { message, forwarded }: ForwardedMessage, at: Date): string => {
  const read = (name: string) => readText(message.body, name);
  const answer = forwarded.kind === 'answered' ? String(forwarded.status) : forwarded.reason;
  const rest = isTaken(forwarded) ? ` ${forwarded.tookMs} ms` : 'comes again';
  const attempt = message.attempt > 1 ? `  attempt ${message.attempt}` : '';
  return [
    terminal.paint('faint', renderClock(at)),
    `${toText(read('id')?.slice(0, 8))} #${toText(message.headers['webhook-sequence'])}`,
    toText(read('event')).padEnd(eventWidth),
    toText(read('status')).padEnd(statusWidth),
    `${terminal.paint(isTaken(forwarded) ? 'good' : 'bad', answer)} ${rest}${attempt}`,
  ].join('  ');
};

/** A member that is text; other members are the receiver's own. */
const readText = (body: string, name: string): string | undefined => {
  const member = readMember(body, name);
  return member?.startsWith('"') ? String(JSON.parse(member)) : undefined;
};
