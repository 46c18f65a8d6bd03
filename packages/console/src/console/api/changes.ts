import type * as api from '@delivery/contracts';
import { request } from '../../api/request.js';
import type { Shown } from '../../webhooks/preview.js';

const merchantPath = (id: string, what: string): string => `/merchants/${encodeURIComponent(id)}/${what}`;

/** Of a call without a body of its own. */
const saidBy = (action: api.OperatorAction): string => `?${new URLSearchParams(action).toString()}`;

/** What the console alone changes; `headers` have it done as it was shown. Each throws CallError. */
export const changes = {
  settleDeadLetter: (action: api.DeadLetterAction, id: string, body: api.OperatorAction, headers: Shown) =>
    request({ method: 'POST', path: `/dead-letters/${encodeURIComponent(id)}/${action}`, body, headers }),
  settleDeadLetters: (action: api.DeadLetterAction, body: api.OperatorAction & api.DeadLetterGroup, headers: Shown) =>
    request<api.DeadLettersDone>({ method: 'POST', path: `/dead-letters/${action}`, body, headers }),
  setTimeZone: (merchantId: string, body: api.OperatorAction & { time_zone: string | null }) =>
    request<api.MerchantView>({ method: 'PATCH', path: `/merchants/${encodeURIComponent(merchantId)}`, body }),
  createPortalLink: (merchantId: string, body: api.OperatorAction & { scope: api.PortalScope }) =>
    request<api.PortalLink>({ method: 'POST', path: merchantPath(merchantId, 'portal-links'), body }),
  endPortalSession: (merchantId: string, id: string, action: api.OperatorAction) =>
    request({
      method: 'DELETE',
      path: merchantPath(merchantId, `portal-sessions/${encodeURIComponent(id)}${saidBy(action)}`),
    }),
  addToken: (owner: string, action: api.OperatorAction, body: object | undefined) =>
    request<{ token: string }>({ method: 'POST', path: `${owner}/tokens${saidBy(action)}`, ...(body && { body }) }),
  revokeToken: (owner: string, id: string, action: api.OperatorAction) =>
    request({ method: 'DELETE', path: `${owner}/tokens/${encodeURIComponent(id)}${saidBy(action)}` }),
  /** Of a merchant, a platform or a courier's system. */
  setStatus: (owner: string, body: api.OperatorAction & { status: 'active' | 'disabled' }) =>
    request({ method: 'PATCH', path: owner, body }),
  rotateKey: (platform: string, body: api.OperatorAction & { mode: api.MerchantMode; old_key_hours: number }) =>
    request<api.PlatformKeyRotated>({ method: 'POST', path: `${platform}/rotate-key`, body }),
  endSession: (id: string, action: api.OperatorAction) =>
    request({ method: 'DELETE', path: `/sessions/${encodeURIComponent(id)}${saidBy(action)}` }),
};
