import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { keepForOperators, keepSecrets } from './services.js';

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
