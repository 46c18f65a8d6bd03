import type { OperatorAction, OperatorEndpoint, ReplayView } from '@delivery/contracts';
import { request } from '../../api/request.js';
import type { NewRange } from '../../webhooks/replay-range.js';

const endpointPath = (id: string, what: string): string => `/endpoints/${encodeURIComponent(id)}/${what}`;
const deadLetterPath = (id: string): string => `/dead-letters/${encodeURIComponent(id)}`;

/** Everything that this page changes. Each throws CallError. */
export const changes = {
  enableEndpoint: (id: string, body: OperatorAction) =>
    request<OperatorEndpoint>({ method: 'POST', path: endpointPath(id, 'enable'), body }),
  disableEndpoint: (id: string, body: OperatorAction) =>
    request<OperatorEndpoint>({ method: 'POST', path: endpointPath(id, 'disable'), body }),
  startReplay: (merchantId: string, body: OperatorAction & NewRange) =>
    request<ReplayView>({
      method: 'POST',
      path: `/merchants/${encodeURIComponent(merchantId)}/webhook-replays`,
      body,
    }),
  replayDeadLetter: (id: string) => request({ method: 'POST', path: `${deadLetterPath(id)}/replay` }),
  deleteDeadLetter: (id: string) => request({ method: 'DELETE', path: deadLetterPath(id) }),
};
