import type { EndpointTestStarted } from '@delivery/contracts';
import { answerJson, type ApiRoute } from '@delivery/http-edge';
import { readEndpointId, readMerchantId } from '../http/read-params.js';
import { startEndpointTest, type TestEndpointDeps } from '../http/start-endpoint-test.js';

export const testEndpoint =
  (deps: TestEndpointDeps): ApiRoute['handle'] =>
  async (request) => {
    const target = { merchantId: readMerchantId(request), endpointId: readEndpointId(request) };
    const webhookId = await startEndpointTest(deps, target, request);
    return answerJson(202, { webhook_id: webhookId } satisfies EndpointTestStarted);
  };
