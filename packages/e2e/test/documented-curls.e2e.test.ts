import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exchanges } from '@delivery/contracts';
import { choosePorts, welcomeLines } from '@delivery/local-stack';
import {
  buildOrder,
  type EndpointServer,
  expectSuccess,
  isInstalled,
  type Merchant,
  pollUntil,
  type Product,
  publishMessages,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';
import { findCurls, type ShellBlock } from '../src/find-curls.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const isLeftOut = (path: string): boolean => /(^|\/)(node_modules|dist|coverage|\.[^/]+)\//.test(path);

/** Translations have the code of the English guide: a test of api-docs compares them. */
const isTranslation = (path: string): boolean => /^docs\/merchants-\w+\.md$/.test(path);

/** Every text that people read: Markdown anywhere, and the documents that are JSON. */
const documents = [
  'README.md',
  ...['bench', 'deploy', 'docs', 'k8s', 'packages', 'services'].flatMap((directory) =>
    readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' }).map((path) => join(directory, path)),
  ),
].filter(
  (path) => !isLeftOut(path) && !isTranslation(path) && (path.endsWith('.md') || /^docs\/[^/]+\.json$/.test(path)),
);
const found = documents.map((path) => ({ path, ...findCurls(readFileSync(join(root, path), 'utf8')) }));

type Values = Readonly<Record<string, string>>;

/** The reader's own values in place of the examples'; computed values stay. */
const fillIn = (script: string, values: Values): string =>
  script.replace(/\b([A-Z_]+)=[^\s$"']+/g, (assignment, name: string) => {
    const value = values[name];
    return value === undefined ? assignment : `${name}='${value}'`;
  });

const withCurl = isInstalled('curl') ? it : it.skip;

let product: Product;
let endpoint: EndpointServer;
let curlHome: string;
beforeAll(async () => {
  curlHome = mkdtempSync(join(tmpdir(), 'documented-curls-'));
  writeFileSync(join(curlHome, '.curlrc'), 'write-out = "%{stderr}<status %{http_code}>"\n');
  const env = { 'order-state': { PUBLIC_URL: 'http://delivery.test' } };
  product = await startProduct({ replicas: { 'courier-simulator': 1 }, env });
  endpoint = await startEndpointServer();
});
afterAll(() => product.close());
afterAll(() => endpoint.close());
afterAll(() => rmSync(curlHome, { recursive: true }));

/** Runs a script as it would be pasted, and resolves with the status that each curl was answered. */
const runScript = async (script: string, values: Values): Promise<{ statuses: number[]; said: string }> => {
  const shell = spawn('sh', ['-u', '-c', fillIn(script, values)], {
    env: { PATH: process.env['PATH'], CURL_HOME: curlHome, ...values },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Apart: curl's output must not cut its message about the status in two.
  const [printed, reported] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')]);
  const statuses = [...reported.matchAll(/<status (\d+)>/g)].map(([, status]) => Number(status));
  return { statuses, said: `${printed}\n${reported}` };
};

const expectEachToSucceed = async (block: Omit<ShellBlock, 'line'>, values: Values): Promise<void> => {
  const { statuses, said } = await runScript(block.script, values);
  const succeeded = statuses.filter((status) => status >= 200 && status < 300);
  expect({ said, count: succeeded.length }).toEqual({ said, count: block.curlCount });
};

const provideDeadLetter = async (): Promise<string> => {
  const body = `not JSON: ${randomUUID()}`;
  const known = new Set((await product.operator.deadLetters()).map(({ id }) => id));
  await publishMessages(product.rabbitmqUrl, [{ exchange: exchanges.orders, routingKey: 'order.submitted', body }]);
  return pollUntil(
    'a dead letter',
    async () => (await product.operator.deadLetters()).find(({ id }) => !known.has(id))?.id,
  );
};

const addressesOf = (merchant: Merchant): Values => ({
  BASE: product.url('intake-api'),
  ORDER_STATE: product.url('order-state'),
  OPERATOR_TOKEN: product.secrets.operatorToken,
  KEY: merchant.key,
  TOKEN: merchant.token,
});

/** Its headers, or its calls: they are for sandbox merchants alone. */
const isOfSandbox = (script: string): boolean => /Sandbox-|\/v1\/sandbox\//.test(script);

const provideTill = async (merchant: Merchant): Promise<string> => {
  const answer = await merchant.call('/v1/webhook-endpoints', { method: 'POST', body: { type: 'pull' } });
  // An event that waits for it, so that its first call is answered at once.
  const { id } = expectSuccess(await merchant.create(buildOrder()));
  expectSuccess(await merchant.ready(String(id)));
  return String(expectSuccess(answer)['id']);
};

/** An OAuth client of the merchant. */
const provideClient = async (merchant: Merchant): Promise<Values> => {
  const answer = await merchant.call('/v1/oauth-clients', { method: 'POST', body: { name: 'till' } });
  const { client_id: id, client_secret: secret } = expectSuccess(answer);
  return { CLIENT_ID: String(id), CLIENT_SECRET: String(secret) };
};

/** An open delivery and the token of a courier's system; if the script asks for the claim, the system has accepted it. */
const provideDelivery = async (merchant: Merchant, orderId: string, script: string): Promise<Values> => {
  expectSuccess(await merchant.ready(orderId));
  const { token, call } = await product.createCourierSystem();
  if (!script.includes('$CLAIM')) return { TOKEN: token };
  const accepted = expectSuccess(await call(`/courier/v1/deliveries/${orderId}/accept`, { method: 'POST' }));
  return { TOKEN: token, CLAIM: String(accepted['claim_id']) };
};

/** A platform and a merchant of it. */
const providePlatform = async (merchant: Merchant): Promise<Values> => {
  const { token, call } = await product.createPlatform({ name: `Pedidos ${merchant.id}` });
  const made = await call('/platform/v1/merchants', { method: 'POST', body: { name: 'Pizzaria 11' } });
  return { TOKEN: token, MERCHANT: String(expectSuccess(made)['merchant_id']) };
};

/** The values that a reader has by the time of a block: another merchant, order and dead letter for each block. */
const provideValues = async (script = '', document = ''): Promise<Values> => {
  const mode = isOfSandbox(script) ? 'sandbox' : 'live';
  const merchant = await product.createMerchant({ webhookUrl: endpoint.url, mode });
  const { id } = expectSuccess(await merchant.create(buildOrder()));
  return {
    ...addressesOf(merchant),
    ID: String(id),
    ENDPOINT: merchant.endpoint!.id,
    ENDPOINT_ID: merchant.endpoint!.id,
    MESSAGE: randomUUID(),
    ...(script.includes('TILL') ? { TILL: await provideTill(merchant) } : {}),
    ...(script.includes('DEAD_LETTER') ? { DEAD_LETTER: await provideDeadLetter() } : {}),
    ...(script.includes('/open-delivery/') ? await provideClient(merchant) : {}),
    ...(document.endsWith('couriers.md') ? await provideDelivery(merchant, String(id), script) : {}),
    ...(document.endsWith('platforms.md') ? await providePlatform(merchant) : {}),
  };
};

describe('every curl line of every document', () => {
  const titled = found.flatMap(({ path, blocks }) =>
    blocks.map((block) => [`${path}:${block.line}`, block, path] as const),
  );

  it('[P16] is one that can be run as it stands', () => {
    expect(titled.length).toBeGreaterThan(5);
    expect(found.flatMap(({ path, strayLines }) => strayLines.map((line) => `${path}:${line}`))).toEqual([]);
  });

  withCurl.each(titled)('[P16] succeeds when it is pasted: %s', async (_title, block, path) => {
    await expectEachToSucceed(block, await provideValues(block.script, path));
  });
});

describe('the commands that a start prints', () => {
  const isCommand = (line: string): boolean => /^(ID=\$\()?curl /.test(line);

  const portOf = (url: string): number => Number(new URL(url).port);

  withCurl('[P16] succeeds for npm start with its demo merchant', async () => {
    const merchant = await product.createMerchant({ mode: 'sandbox', webhookUrl: endpoint.url });
    const commands = welcomeLines({
      ports: {
        intakeApi: portOf(product.url('intake-api')),
        orderState: portOf(product.url('order-state')),
        webhookDispatcher: portOf(product.url('webhook-dispatcher')),
        courierSimulator: portOf(product.url('courier-simulator')),
      },
      operatorToken: product.secrets.operatorToken,
      logDirectory: '.data/logs',
      demo: {
        merchant_id: merchant.id,
        key: merchant.key,
        token: merchant.token,
        webhook_endpoint: merchant.endpoint!,
        receiverPort: 0,
      },
    }).filter(isCommand);

    expect(commands).toHaveLength(2);
    await expectEachToSucceed({ script: commands.join('\n'), curlCount: 2 }, {});
  });

  withCurl(
    '[P16] succeeds for the demo of docker-compose.yml, whose own server finds the signatures good',
    async () => {
      const demo = await startDemo();
      const lines = createInterface({ input: demo.stdout! })[Symbol.asyncIterator]();
      const nextLine = async (matches: (line: string) => boolean): Promise<string> => {
        const { value, done } = await lines.next();
        if (done === true) throw new Error('the demo has ended');
        return matches(value) ? value : nextLine(matches);
      };
      const create = await nextLine(isCommand);
      const ready = await nextLine(isCommand);

      await expectEachToSucceed({ script: `${create}\n${ready}`, curlCount: 2 }, {});

      expect(await nextLine((line) => line.startsWith('webhook 1'))).toContain('signature ok');
      // Only the simulator reports this status.
      expect(await nextLine((line) => line.startsWith('webhook 3'))).toContain('"status":"on_route_to_pickup"');
      demo.kill('SIGKILL');
      await once(demo, 'exit');
    },
  );

  const startDemo = async (): Promise<ChildProcess> => {
    const [port = 0] = await choosePorts(1);
    return spawn(process.execPath, [join(root, 'deploy/demo/demo.js')], {
      env: {
        PORT: String(port),
        ORDER_STATE_URL: product.url('order-state'),
        INTAKE_API_URL: product.url('intake-api'),
        OPERATOR_TOKEN: product.secrets.operatorToken,
        WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  };
});
