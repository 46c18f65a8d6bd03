import type { OperatorAction } from '@delivery/contracts';
import type { ApiRequest } from '@delivery/http-edge';

/** The caller, as the activity log names it. A token has the name that its holder gives with the action. Pure. */
export const actorOf = ({ address }: Pick<ApiRequest, 'address'>, action?: OperatorAction) => ({
  type: 'token' as const,
  name: action?.by ?? null,
  reason: action?.reason ?? null,
  address,
});
