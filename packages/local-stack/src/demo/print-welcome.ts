import type { ServicePorts } from '../product/settings.js';
import type { DemoMerchant } from './demo-merchant.js';

/** An order that is valid as it stands; its external_id is new each time the line is pasted. */
const orderJson = (externalId: string): string =>
  JSON.stringify({
    external_id: externalId,
    display_id: '0007',
    customer: { name: 'Ana', phone: '11987654321' },
    address: {
      country: 'BR',
      state: 'SP',
      city: 'São Paulo',
      street: 'Rua Augusta',
      number: '1500',
      coordinates: { latitude: -23.5614, longitude: -46.6559 },
    },
    payment: { prepaid: 4500, pending: 0, methods: [{ value: 4500, method: 'PIX', type: 'ONLINE' }] },
    items: [{ description: 'Pizza Margherita', quantity: 1 }],
    external_data: { table: 7 },
  });

export const welcomeLines = (options: {
  ports: ServicePorts;
  operatorToken: string;
  logDirectory: string;
  demo: DemoMerchant | undefined;
}): string[] => {
  const { ports, demo } = options;
  const intake = `http://127.0.0.1:${ports.intakeApi}`;
  const orderState = `http://127.0.0.1:${ports.orderState}`;
  const lines = [
    '',
    `merchant API        ${intake}/v1`,
    `operator API        ${orderState}/operator/v1   (Authorization: Bearer ${options.operatorToken})`,
    `webhook-dispatcher  http://127.0.0.1:${ports.webhookDispatcher}/metrics`,
    `logs                ${options.logDirectory}`,
  ];
  if (!demo) return [...lines, '', 'Ctrl-C stops everything; the data stays.'];
  const credentials = `key=${demo.key}&token=${demo.token}`;
  // A double-quoted $(date) inside single-quoted JSON: each paste makes an order of its own.
  const body = orderJson('DEMO').replace('"DEMO"', `"'$(date +%s%N)'"`);
  return [
    ...lines,
    `demo merchant       key ${demo.key}  token ${demo.token}`,
    '',
    'Create an order (each paste makes a new one):',
    '',
    `ID=$(curl -sS '${intake}/v1/external-orders?${credentials}' -H 'content-type: application/json' -d '${body}' | tee /dev/stderr | sed 's/.*"id":"\\([0-9a-f]*\\)".*/\\1/')`,
    '',
    'Mark it ready; its webhooks appear here:',
    '',
    `curl -sS -X POST "${intake}/v1/external-orders/$ID/ready?${credentials}"`,
    '',
    'Be the courier:',
    '',
    `curl -sS "${orderState}/operator/v1/orders/$ID/status" -H 'authorization: Bearer ${options.operatorToken}' -H 'content-type: application/json' -d '{"status":"on_route_to_pickup"}'`,
    '',
    'Ctrl-C stops everything; the data stays.',
  ];
};
