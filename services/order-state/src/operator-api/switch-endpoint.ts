import { type OperatorAction, operatorActionSchema } from '@delivery/contracts';
import { type Answer, answerJson, type ApiRequest, type ApiRoute, parseBody } from '@delivery/http-edge';
import { type Change, changeUnderLock } from '../endpoints/change-under-lock.js';
import { endpointNotFound } from '../endpoints/endpoint-not-found.js';
import { disableEndpoints } from '../endpoints/sql/disable-endpoints.js';
import { enableEndpoint } from '../endpoints/sql/enable-endpoint.js';
import { readOperatorEndpoint } from '../endpoints/sql/read-operator-endpoint.js';
import { readEndpointId } from '../http/read-params.js';
import { readEndpointView } from './view-endpoint.js';

export type OperatorSwitchDeps = Parameters<typeof changeUnderLock>[0] & {
  /** Called after COMMIT of what may have made deliveries due. */
  wakeRelay: () => void;
};

/** The reason that the merchant is shown; who and why is in the log. */
const disabledByOperator = 'operator';

/** As the endpoint's log and a replay tell it. */
export const describeAction = ({ by, reason }: OperatorAction): string => `operator ${by}: ${reason}`;

/** As the merchant does it. */
export const enableForMerchant =
  (deps: OperatorSwitchDeps): ApiRoute['handle'] =>
  async (request) => {
    const answer = await switchEndpoint(deps, request, (client, id, now, logged) =>
      enableEndpoint(client, id, now, logged),
    );
    deps.wakeRelay();
    return answer;
  };

/** As the merchant does it, who may enable it again. */
export const disableForMerchant =
  (deps: OperatorSwitchDeps): ApiRoute['handle'] =>
  (request) =>
    switchEndpoint(deps, request, (client, id, now, logged) =>
      disableEndpoints(client, [id], disabledByOperator, now, logged),
    );

type Switch = (...args: [...Parameters<Change>, logged: string]) => Promise<unknown>;

const switchEndpoint = async (deps: OperatorSwitchDeps, request: ApiRequest, change: Switch): Promise<Answer> => {
  const action = parseBody(operatorActionSchema, request.body);
  const endpointId = readEndpointId(request);
  const known = await readOperatorEndpoint(deps.pool, endpointId);
  if (!known) throw endpointNotFound();
  await changeUnderLock(deps, { merchantId: known.merchant_id, endpointId }, (client, id, now) =>
    change(client, id, now, describeAction(action)),
  );
  deps.logger.info({ merchantId: known.merchant_id, endpointId, operator: action.by }, 'endpoint.switched_by_operator');
  return answerJson(200, await readEndpointView(deps, endpointId));
};
