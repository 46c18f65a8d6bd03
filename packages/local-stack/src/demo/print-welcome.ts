import type { ServicePorts } from '../files/choose-ports.js';
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
  demo?: DemoMerchant | undefined;
  /** Signs in to the demo's portal, once. */
  portalLink?: string | undefined;
}): string[] => {
  const { ports, demo } = options;
  const intake = `http://127.0.0.1:${ports.intakeApi}`;
  const orderState = `http://127.0.0.1:${ports.orderState}`;
  const lines = [
    '',
    `merchant API        ${intake}/v1   guide ${intake}/docs/guide`,
    `operator API        ${orderState}/operator/v1   (Authorization: Bearer ${options.operatorToken})`,
    `console             ${orderState}/console/   (sign in with the operator's token)`,
    options.portalLink === undefined
      ? `portal              ${intake}/portal/   (sign in with a merchant's key and token)`
      : `portal              ${options.portalLink}   (the demo merchant's: once, within 15 minutes)`,
    `webhook-dispatcher  http://127.0.0.1:${ports.webhookDispatcher}/metrics`,
    `courier-simulator   http://127.0.0.1:${ports.courierSimulator}/metrics`,
    `logs                ${options.logDirectory}`,
  ];
  if (!demo) return [...lines, '', 'Ctrl-C stops everything; the data stays.'];
  return [
    ...lines,
    `demo merchant       key ${demo.key}  token ${demo.token}`,
    '',
    ...sandboxJourney(intake, demo),
    '',
    'Ctrl-C stops everything; the data stays.',
  ];
};

/** Faster than couriers are, so that a reader waits for less than a minute. */
const demoSpeed = 60;

const sandboxJourney = (intake: string, demo: DemoMerchant): string[] => [
  `Create an order whose courier is ${demoSpeed} times as fast as a real one (each paste makes a new order):`,
  '',
  createLine(intake, demo),
  '',
  'Mark it ready: a simulated courier does the rest, and the webhooks appear here for 15 to 45 seconds:',
  '',
  readyLine(intake, demo),
  '',
  "Other scenarios: create with -H 'Sandbox-Scenario: courier_gave_up', no_courier, late, … (docs/merchants.md, Sandbox)",
];

const credentialsOf = (demo: DemoMerchant): string => `key=${demo.key}&token=${demo.token}`;

const createLine = (intake: string, demo: DemoMerchant): string => {
  // A double-quoted $(date) inside single-quoted JSON: each paste makes an order of its own.
  const body = orderJson('DEMO').replace('"DEMO"', `"'$(date +%s%N)'"`);
  return `ID=$(curl -sS '${intake}/v1/external-orders?${credentialsOf(demo)}' -H 'Sandbox-Speed: ${demoSpeed}' -H 'content-type: application/json' -d '${body}' | tee /dev/stderr | sed 's/.*"id":"\\([0-9a-f]*\\)".*/\\1/')`;
};

const readyLine = (intake: string, demo: DemoMerchant): string =>
  `curl -sS -X POST "${intake}/v1/external-orders/$ID/ready?${credentialsOf(demo)}"`;
