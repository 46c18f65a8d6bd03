import { join } from 'node:path';
import { keepJson } from '../files/kept-json.js';

export type Running = {
  ports: { orderState: number; intakeApi: number; webhookDispatcher: number };
  /** With credentials; absent: a broker from elsewhere. */
  rabbitmqManagementUrl: string | undefined;
  operatorToken: string;
};

/** For the operator's command line: the addresses of the processes that run here, and their token. Readable by its owner alone. */
export const keepForOperators = (dataDir: string, { ports, rabbitmqManagementUrl, operatorToken }: Running): void => {
  const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
  keepJson(join(dataDir, 'services.json'), {
    order_state_url: urlOf(ports.orderState),
    intake_api_url: urlOf(ports.intakeApi),
    webhook_dispatcher_url: urlOf(ports.webhookDispatcher),
    rabbitmq_management_url: rabbitmqManagementUrl,
    operator_token: operatorToken,
  });
};
