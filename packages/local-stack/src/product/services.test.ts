import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { sameBrokerUrl } from '../rabbitmq/broker-users.js';
import { keepForOperators, keepSecrets, listServices, readServiceVariables } from './services.js';

/** Libraries of the services read further ones. */
const otel = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_EXPORTER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_BSP_SCHEDULE_DELAY',
];

it('[P17] keeps the token that the services run with, wherever it came from', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'keep-for-operators-'));
  const ports = { orderState: 1, intakeApi: 2, webhookDispatcher: 3 };
  for (const env of [{}, { OPERATOR_TOKEN: 'given' }]) {
    const { OPERATOR_TOKEN: operatorToken } = keepSecrets(dataDir, env);
    keepForOperators(dataDir, { ports, rabbitmqManagementUrl: undefined, operatorToken });
    const path = join(dataDir, 'services.json');
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    expect(kept).toMatchObject({ order_state_url: 'http://127.0.0.1:1', operator_token: operatorToken });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(operatorToken === 'given').toBe('OPERATOR_TOKEN' in env);
  }
  rmSync(dataDir, { recursive: true });
});

it('passes each service what its schema reads, and nothing else but what every program needs', async () => {
  const rootDir = fileURLToPath(new URL('../../../../', import.meta.url));
  const variables = await readServiceVariables(rootDir);
  const given = [...new Set(Object.values(variables).flat())];
  const env = Object.fromEntries([...given, 'PATH', 'AWS_SECRET_ACCESS_KEY'].map((name) => [name, `given ${name}`]));
  const secrets = { INTERNAL_TOKEN: 'a', OPERATOR_TOKEN: 'b', SIMULATOR_TOKEN: 'c', SECRETS_KEY: 'd' };
  const brokerUrls = sameBrokerUrl('amqp://e');
  const ports = { intakeApi: 1, orderState: 2, webhookDispatcher: 3, courierSimulator: 4 };
  const services = listServices({
    rootDir,
    moreNodeFlags: [],
    env,
    variables,
    ports,
    secrets,
    databaseUrl: 'h',
    brokerUrls,
  });
  for (const { name, env: passed } of services) {
    const read = Object.entries(variables).find(([service]) => service === name)?.[1] ?? [];
    expect([name, Object.keys(passed).sort()]).toEqual([name, [...new Set([...read, 'PATH', ...otel])].sort()]);
  }
  for (const name of [
    'SMTP_URL',
    'OIDC_ISSUER',
    'DUE_PICKUP_MINUTES',
    'COURIER_NOT_FOUND_SECONDS',
    'MAIL_FROM',
    'TRUST_PROXY',
  ])
    expect(services[0]?.env).toHaveProperty(name, `given ${name}`);
});
