import type { Request } from 'express';
import { type MailLanguage, mailLanguages, type TrackingLook, trackingTokenSchema } from '@delivery/contracts';
import { type Answer, answerIfChanged, type Buckets, limitedAddress, ProblemError } from '@delivery/http-edge';
import { OrderStateUnavailableError } from '../order-state/order-state-client.js';
import { rateLimitHeaders } from '../rate-limit/rate-limit-headers.js';
import type { OpenSpec } from '../routes/call.js';
import { mapPolicy, type PageOptions, renderNotice, renderOrder, trackingHeaders } from './render-page.js';
import type { LookAtOrder } from './share-order-looks.js';

export type TrackingDeps = {
  lookAtOrder: LookAtOrder;
  looks: Buckets;
  /** Whether the page of an order can show a map. */
  hasMap: boolean;
  /** The rate limit of one address. */
  looksPerMinute: number;
  onLimited: (limit: string) => void;
  /** Why a page could not be shown. */
  onFailure: (error: unknown) => void;
};

/** The tracking page of an order, for everyone who has its address. Additions to the link are ignored. */
export const trackingCalls = (deps: TrackingDeps): OpenSpec[] => [
  {
    method: 'GET',
    path: '/track/:token',
    open: async ({ request, params }) => {
      const { allowed, headers } = takeLook(deps, request);
      const language = languageOf(request);
      if (!allowed) return toPage(429, renderNotice('limited', language), headers);
      const answer = toAnswer(await look(deps, params['token'] ?? ''), { language, hasMap: deps.hasMap }, headers);
      const changed = answerIfChanged(request.headers, answer);
      if (changed.status !== 304) return changed;
      return { status: 304, headers: { vary: trackingHeaders.vary, ...headers, ...changed.headers } };
    },
  },
];

export type LookDeps = Pick<TrackingDeps, 'looks' | 'looksPerMinute' | 'onLimited'>;

/** All pages that need no credentials have one limit. */
export const takeLook = ({ looks, looksPerMinute: perMinute, onLimited }: LookDeps, { ip }: Request) => {
  const { allowed, retryAfterSeconds, ...state } = looks.take(limitedAddress(ip), perMinute);
  if (!allowed) onLimited('tracking');
  const headers = rateLimitHeaders({ name: 'tracking', perMinute, ...state });
  return { allowed, headers: allowed ? headers : { ...headers, 'retry-after': String(retryAfterSeconds) } };
};

/** A malformed token gets the same answer as an unknown one. */
const look = async ({ lookAtOrder, onFailure }: TrackingDeps, token: string): Promise<TrackingLook | 'unavailable'> => {
  if (!trackingTokenSchema.safeParse(token).success) return { state: 'unknown' };
  try {
    return await lookAtOrder(token);
  } catch (error) {
    if (!(error instanceof OrderStateUnavailableError || error instanceof ProblemError)) throw error;
    onFailure(error);
    return 'unavailable';
  }
};

const toAnswer = (
  seen: TrackingLook | 'unavailable',
  { language, hasMap }: PageOptions,
  headers: Readonly<Record<string, string>>,
): Answer => {
  if (seen === 'unavailable')
    return toPage(503, renderNotice('unavailable', language), { ...headers, 'retry-after': '60' });
  switch (seen.state) {
    case 'shown':
      return toPage(
        200,
        renderOrder(seen.order, { language, hasMap }),
        hasMap ? { ...headers, ...mapPolicy } : headers,
      );
    case 'ended':
      return toPage(410, renderNotice('ended', language), headers);
    case 'unknown':
      return toPage(404, renderNotice('unknown', language), headers);
  }
};

const toPage = (status: number, body: string, headers: Readonly<Record<string, string>>): Answer => ({
  status,
  body,
  headers: { ...trackingHeaders, ...headers },
});

export const languageOf = (request: Request): MailLanguage =>
  mailLanguages.find((language) => language === request.acceptsLanguages([...mailLanguages])) ?? 'en';
