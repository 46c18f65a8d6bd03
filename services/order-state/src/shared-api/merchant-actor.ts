import { clientAddressHeader } from '@delivery/contracts';
import type { ApiRequest } from '@delivery/http-edge';
import type { Actor } from '../activity/queries.js';

/** The merchant itself, as the activity log names it. intake-api has authenticated it, and says where it calls from. */
export const merchantOf = ({ headers }: Pick<ApiRequest, 'headers'>): Actor => {
  const address = headers[clientAddressHeader];
  return { type: 'merchant', name: null, reason: null, address: typeof address === 'string' ? address : null };
};
