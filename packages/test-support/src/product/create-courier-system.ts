import { type CourierSystemCreated, courierSystemCreatedSchema, type MerchantMode } from '@delivery/contracts';
import { pollUntil } from '../poll-until.js';
import { type Answer, type Call, callJson, expectSuccess } from './call-json.js';
import type { OperatorClient } from './operator-client.js';
import type { ServiceProcess } from './service-process.js';
import { takeTurns } from './take-turns.js';

export type NewCourierSystem = {
  /** Default: all of the mode. */
  merchants?: string[];
  mode?: MerchantMode;
};

export type CourierSystem = CourierSystemCreated & {
  /** `path` begins with `/courier/v1`. */
  call: (path: string, call?: Call) => Promise<Answer>;
};

/** Makes couriers' systems that call the replicas of intake-api in turn. Resolves once every replica knows the system. */
export const createCourierSystemFactory =
  (operator: OperatorClient, findIntakes: () => readonly ServiceProcess[]) =>
  async ({ merchants, mode }: NewCourierSystem = {}): Promise<CourierSystem> => {
    const body = { name: 'Rui e Filhos', merchants: merchants ?? 'all', mode };
    const made = await operator.call('/operator/v1/courier-systems', { method: 'POST', body });
    const system = courierSystemCreatedSchema.parse(expectSuccess(made));
    const headers = { authorization: `Bearer ${system.token}` };
    for (const intake of findIntakes()) {
      await pollUntil('the system is known', async () => {
        const { status } = await callJson(`${intake.url()}/courier/v1/deliveries`, { headers });
        return status === 200 || undefined;
      });
    }
    const baseUrl = takeTurns(findIntakes);
    const call: CourierSystem['call'] = (path, given) =>
      callJson(baseUrl() + path, { ...given, headers: { ...headers, ...given?.headers } });
    return { ...system, call };
  };
