import { type OperatorAction, operatorActionSchema } from '@delivery/contracts';
import { type Answer, answerJson, type ApiRequest, type ApiRoute, parseBody } from '@delivery/http-edge';
import type { Pool, Transaction } from '@delivery/postgres';
import { changeUnderLock, endpointNotFound } from '../endpoints/change-under-lock.js';
import { readOperatorEndpoint } from '../endpoints/queries/read-endpoints.js';
import { disableEndpoints, enableEndpoint } from '../endpoints/queries/write-endpoints.js';
import { answerEnablePreview, checkEnablePreview } from '../http/preview-enable.js';
import type { PreviewDeps } from '../http/preview-token.js';
import { readEndpointId } from '../http/read-params.js';
import { readEndpointView } from './view-endpoint.js';

export type OperatorSwitchDeps = Parameters<typeof changeUnderLock>[0] &
  PreviewDeps & {
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
    const answer = await switchEndpoint(deps, request, async (client, target, now, logged) => {
      await checkEnablePreview(deps, client, request.headers, target);
      await enableEndpoint(client, target.endpointId, now, logged);
    });
    deps.wakeRelay();
    return answer;
  };

/** What enabling it would let go. */
export const previewEnableForMerchant =
  (deps: OperatorSwitchDeps): ApiRoute['handle'] =>
  async (request) =>
    answerEnablePreview(deps, await readTarget(deps, request));

/** As the merchant does it, who may enable it again. */
export const disableForMerchant =
  (deps: OperatorSwitchDeps): ApiRoute['handle'] =>
  (request) =>
    switchEndpoint(deps, request, (client, { endpointId }, now, logged) =>
      disableEndpoints(client, [endpointId], disabledByOperator, now, logged),
    );

type Target = { merchantId: string; endpointId: string };
type Switch = (client: Transaction, target: Target, now: Date, logged: string) => Promise<unknown>;

const switchEndpoint = async (deps: OperatorSwitchDeps, request: ApiRequest, change: Switch): Promise<Answer> => {
  const action = parseBody(operatorActionSchema, request.body);
  const target = await readTarget(deps, request);
  await changeUnderLock(deps, target, (client, _id, now) => change(client, target, now, describeAction(action)));
  deps.logger.info({ ...target, operator: action.by }, 'endpoint.switched_by_operator');
  return answerJson(200, await readEndpointView(deps, target.endpointId));
};

/** The merchant is the endpoint's. @throws ProblemError `endpoint_not_found` */
export const readTarget = async ({ pool }: { pool: Pool }, request: ApiRequest): Promise<Target> => {
  const endpointId = readEndpointId(request);
  const known = await readOperatorEndpoint(pool, endpointId);
  if (!known) throw endpointNotFound();
  return { merchantId: known.merchant_id, endpointId };
};
