import { type EndpointTestStarted, operatorActionSchema } from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody } from '@delivery/http-edge';
import { logTest } from '../endpoints/queries/endpoint-tests.js';
import { startEndpointTest, type TestEndpointDeps } from '../http/start-endpoint-test.js';
import { describeAction, readTarget } from './switch-endpoint.js';

/** As the merchant does it, within its ten a minute. */
export const testForMerchant =
  (deps: TestEndpointDeps): ApiRoute['handle'] =>
  async (request) => {
    const action = parseBody(operatorActionSchema, request.body);
    const target = await readTarget(deps, request);
    const webhookId = await startEndpointTest(deps, target, request, (client) =>
      logTest(client, target.endpointId, new Date(deps.now()), describeAction(action)),
    );
    deps.logger.info({ ...target, operator: action.by }, 'endpoint.tested_by_operator');
    return answerJson(202, { webhook_id: webhookId } satisfies EndpointTestStarted);
  };
