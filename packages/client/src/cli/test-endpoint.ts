import type { DeliveryClient } from '../client.js';
import type { EndpointTest, EndpointTestSettings } from '../types.js';
import type { CommandInput } from './command.js';
import { until } from './follow.js';
import { describeResult, toPrintable } from './output.js';

/** The outcome of a test. `result` is `undefined` while the test is under way. */
export type EndpointTested = { webhookId: string; result: EndpointTest | undefined };

/** Sends a test webhook, and waits for its result, for a while. */
export const testEndpoint = async (
  { endpoints }: DeliveryClient,
  id: string,
  settings: EndpointTestSettings,
  signal: AbortSignal,
): Promise<EndpointTested> => {
  const { webhook_id: webhookId } = await endpoints.test(id, settings);
  const result = await until(async () => {
    const { last_test: last } = await endpoints.get(id);
    return last?.webhook_id === webhookId ? last : undefined;
  }, signal);
  return { webhookId, result };
};

export const isTestPassed = ({ result }: EndpointTested): boolean => result?.error_code === null;

export const toTestJson = ({ webhookId, result }: EndpointTested): object => result ?? { webhook_id: webhookId };

export const renderTest = ({ terminal }: CommandInput, { webhookId, result }: EndpointTested): string[] =>
  result === undefined
    ? [`${webhookId} is under way; see its result with: npx --no -- delivery endpoints list`]
    : [
        describeResult(result),
        ...(result.response_excerpt === null ? [] : [terminal.paint('faint', toPrintable(result.response_excerpt))]),
      ];
