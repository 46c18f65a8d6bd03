import { type MerchantMode, type PlatformCreated, platformCreatedSchema, platformScopes } from '@delivery/contracts';
import { pollUntil } from '../poll-until.js';
import { type Answer, type Call, callJson, expectSuccess } from './call-json.js';
import type { OperatorClient } from './operator-client.js';
import type { ServiceProcess } from './service-process.js';
import { takeTurns } from './take-turns.js';

export type Platform = PlatformCreated & {
  /** `path` begins with `/platform/v1`. */
  call: (path: string, call?: Call) => Promise<Answer>;
};

/** Makes platforms with every scope that call the replicas of intake-api in turn. Resolves once every replica knows it. */
export const createPlatformFactory =
  (operator: OperatorClient, findIntakes: () => readonly ServiceProcess[]) =>
  async ({ name, mode }: { name: string; mode?: MerchantMode }): Promise<Platform> => {
    const body = { name, mode, scopes: platformScopes };
    const made = await operator.call('/operator/v1/platforms', { method: 'POST', body });
    const platform = platformCreatedSchema.parse(expectSuccess(made));
    const headers = { authorization: `Bearer ${platform.token}` };
    for (const intake of findIntakes()) {
      await pollUntil('the platform is known', async () => {
        const { status } = await callJson(`${intake.url()}/platform/v1/summary`, { headers });
        return status === 200 || undefined;
      });
    }
    const baseUrl = takeTurns(findIntakes);
    const call: Platform['call'] = (path, given) =>
      callJson(baseUrl() + path, { ...given, headers: { ...headers, ...given?.headers } });
    return { ...platform, call };
  };
