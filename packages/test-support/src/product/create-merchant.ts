import type { MerchantCreated } from '@delivery/contracts';
import { createIntakeClient, type IntakeClient } from './intake-client.js';
import type { NewMerchant, OperatorClient } from './operator-client.js';
import type { ServiceProcess } from './service-process.js';
import { takeTurns } from './take-turns.js';

export type Merchant = IntakeClient & {
  id: string;
  key: string;
  token: string;
  /** Absent where no webhook URL was given. */
  endpoint: MerchantCreated['webhook_endpoint'];
};

/** Merchants that call the replicas of intake-api in turn. */
export const createMerchantFactory = (operator: OperatorClient, findIntakes: () => readonly ServiceProcess[]) => {
  const baseUrl = takeTurns(findIntakes);
  return async (wanted: NewMerchant = {}): Promise<Merchant> => {
    const { merchant_id: id, key, token, webhook_endpoint: endpoint } = await operator.createMerchant(wanted);
    return { id, key, token, endpoint, ...createIntakeClient(baseUrl, { key, token }) };
  };
};
