import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as SigningWebhook } from 'standardwebhooks';
import { courierWebhooks, merchantWebhooks, type Webhook } from '@delivery/contracts/calls';
import { choosePorts } from '@delivery/local-stack';
import { expectSuccess, isInstalled, pollUntil, type Product, startProduct } from '@delivery/test-support';
import { type Example, repository, runConform, startExample } from '../src/examples.js';

const directory = mkdtempSync(join(tmpdir(), 'examples-'));

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());
afterAll(() => rmSync(directory, { recursive: true }));

const tillCommand: [string, ...string[]] = [process.execPath, join(repository, 'examples/till/dist/main.js')];

let till: Example | undefined;
afterEach(() => till?.stop());

const startTill = async () => {
  const [port = 0] = await choosePorts(1);
  const merchant = await product.createMerchant({ webhookUrl: `http://127.0.0.1:${port}/hooks` });
  const { secret } = merchant.endpoint!;
  const running = await startExample(tillCommand, port, {
    DELIVERY_BASE_URL: product.url('intake-api'),
    DELIVERY_KEY: merchant.key,
    DELIVERY_TOKEN: merchant.token,
    WEBHOOK_SECRET: secret,
  });
  till = running;
  return { ...running, secret };
};

describe('the till of the examples', () => {
  it('passes delivery conform', async () => {
    const { url, secret } = await startTill();
    expect(await runConform(url, secret)).toEqual({ failed: [], code: 0 });
  });

  it('sells a dish, and shows the status of its order', async () => {
    const { output, type } = await startTill();
    type('Pizza');
    const id = await pollUntil('an order', () => /sold {2}Pizza: ([0-9a-f]{24})/.exec(output())?.[1]);
    expectSuccess(await product.operator.status(id, 'on_route_to_pickup'));
    expectSuccess(await product.operator.trackingUrl(id, 'https://track.example.com/1'));
    await pollUntil('the tracking URL', () => output().includes('https://track.example.com/1') || undefined);
    const shown = output()
      .match(/^order .*$/gm)
      ?.map((line) => line.split('  ').slice(2).join(' '));
    expect(shown?.filter((line, at) => line !== shown[at - 1])).toEqual([
      'ready',
      'on_route_to_pickup',
      'on_route_to_pickup https://track.example.com/1',
    ]);
  });

  it('fetches its webhooks from behind a firewall, and none is left', async () => {
    const merchant = await product.createMerchant();
    const created = await merchant.call('/v1/webhook-endpoints', { method: 'POST', body: { type: 'pull' } });
    const { id: endpointId, secret } = expectSuccess(created) as { id: string; secret: string };
    till = await startExample(tillCommand, undefined, {
      DELIVERY_BASE_URL: product.url('intake-api'),
      DELIVERY_KEY: merchant.key,
      DELIVERY_TOKEN: merchant.token,
      WEBHOOK_SECRET: secret,
      PULL_ENDPOINT: endpointId,
    });
    till.type('Pizza');
    const { output } = till;
    const id = await pollUntil('an order', () => /sold {2}Pizza: ([0-9a-f]{24})/.exec(output())?.[1]);
    expectSuccess(await product.operator.status(id, 'on_route_to_pickup'));
    await pollUntil('its last status', () => output().includes('on_route_to_pickup') || undefined);
    await product.waitForQuiet();
  });
});

const example = (path: string): string => join(repository, 'examples', path);
/** `lacksEd25519`: its language has a library for that, which is not here. */
type Receiver = {
  language: string;
  needs: string;
  lacksEd25519?: boolean;
  run: (port: number) => [string, ...string[]];
};
const canImport = (name: string): boolean => spawnSync('python3', ['-c', `import ${name}`]).status === 0;

const receivers: Receiver[] = [
  {
    language: 'Python',
    needs: 'python3',
    lacksEd25519: !canImport('cryptography'),
    run: () => ['python3', example('python/receiver.py')],
  },
  {
    language: 'Go',
    needs: 'go',
    run: () => {
      const binary = join(directory, 'receiver');
      execFileSync('go', ['build', '-o', binary, example('go/receiver.go')]);
      return [binary];
    },
  },
  { language: 'Java', needs: 'javac', run: () => ['java', example('java/Receiver.java')] },
  {
    language: 'PHP',
    needs: 'php',
    run: (port) => ['php', '-S', `127.0.0.1:${port}`, example('php/receiver.php')],
  },
  { language: 'C#', needs: 'dotnet', run: () => ['dotnet', 'run', example('csharp/Receiver.cs')] },
];

type Vector = {
  title: string;
  secrets: string[];
  signed_with?: string[];
  webhook_id: string;
  webhook_timestamp: number;
  body: string;
  webhook_signature: string;
};
const { vectors, forgeries } = JSON.parse(
  readFileSync(join(repository, 'docs/webhook-signature-vectors.json'), 'utf8'),
) as Record<'vectors' | 'forgeries', Vector[]>;
/** Both halves of a vector's key. */
const [conformPublicKey = '', conformPrivateKey = ''] = vectors.flatMap(({ secrets, signed_with }) =>
  signed_with?.length === 1 ? [...secrets, ...signed_with] : [],
);
const conformSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
/** One of the vectors is of 1970. */
const anyTimeSeconds = 100 * 365 * 24 * 3_600;

const postVector = async (url: string, vector: Vector, body = vector.body): Promise<number> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': vector.webhook_id,
      'webhook-timestamp': String(vector.webhook_timestamp),
      'webhook-signature': vector.webhook_signature,
      'webhook-sequence': '1',
      'webhook-previous-sequence': '0',
    },
    body,
  });
  await response.text();
  return response.status;
};

/** Every kind of webhook that the documents describe. */
const kinds: Readonly<Record<string, { webhooks: readonly Webhook[]; headers: Record<string, string> }>> = {
  'a merchant': { webhooks: merchantWebhooks, headers: {} },
  'a platform': { webhooks: merchantWebhooks, headers: { 'webhook-merchant': '0'.repeat(32) } },
  'a courier’s system': { webhooks: courierWebhooks, headers: {} },
};

const subjectOf = (body: Webhook['example']): string => JSON.stringify(body['id'] ?? body['delivery_id']);

const postSigned = async (
  url: string,
  event: object,
  { sequence, ...headers }: { sequence: number; [name: string]: string | number },
) => {
  const body = Buffer.from(JSON.stringify(event));
  const id = `msg_${randomUUID()}`;
  const timestamp = new Date();
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1_000)),
      'webhook-signature': new SigningWebhook(conformSecret).sign(id, timestamp, body),
      'webhook-sequence': String(sequence),
      'webhook-previous-sequence': String(sequence - 1),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    },
    body,
  });
  const answer: unknown = await response.json();
  return { status: response.status, body: answer };
};

for (const { language, needs, lacksEd25519 = false, run } of receivers) {
  const isHere = isInstalled(needs);
  (isHere ? describe : describe.skip)(`the receiver in ${language}${isHere ? '' : `, which is not here`}`, () => {
    let receiver: Example | undefined;
    afterEach(() => receiver?.stop());
    const start = async (env: Record<string, string>) => {
      const [port = 0] = await choosePorts(1);
      return startExample(run(port), port, { STATE_FILE: join(directory, `${port}.json`), ...env });
    };

    it('passes delivery conform', async () => {
      receiver = await start({ WEBHOOK_SECRET: conformSecret });
      expect(await runConform(receiver.url, conformSecret)).toEqual({ failed: [], code: 0 });
    });

    const itByPublicKey = lacksEd25519 ? it.skip : it;

    itByPublicKey('passes delivery conform with a public key', async () => {
      receiver = await start({ WEBHOOK_SECRET: conformPublicKey });
      expect(await runConform(receiver.url, conformPrivateKey)).toEqual({ failed: [], code: 0 });
    });

    it('believes every vector of the documents, and none whose body was changed', async () => {
      const known = vectors.filter(({ secrets }) => !lacksEd25519 || secrets.every((one) => one.startsWith('whsec_')));
      const secrets = [...new Set(known.flatMap((vector) => vector.secrets))];
      receiver = await start({ WEBHOOK_SECRET: secrets.join(' '), TOLERANCE_SECONDS: String(anyTimeSeconds) });
      for (const vector of known) {
        // A body that is no event is 400, yet believed.
        expect([vector.title, await postVector(receiver.url, vector)]).not.toEqual([vector.title, 401]);
        expect([vector.title, await postVector(receiver.url, vector, `${vector.body} `)]).toEqual([vector.title, 401]);
      }
    });

    itByPublicKey('believes no forgery', async () => {
      receiver = await start({ WEBHOOK_SECRET: conformPublicKey, TOLERANCE_SECONDS: String(anyTimeSeconds) });
      for (const forgery of forgeries)
        expect([forgery.title, await postVector(receiver.url, forgery)]).toEqual([forgery.title, 401]);
    });

    it.each(Object.entries(kinds))('takes every webhook of %s', async (_whose, { webhooks, headers }) => {
      receiver = await start({ WEBHOOK_SECRET: conformSecret });
      for (const [index, { event, example: body }] of webhooks.entries()) {
        // Events of one order, or about one endpoint, are counted together.
        const sent = webhooks.slice(0, index + 1).filter(({ example: other }) => subjectOf(other) === subjectOf(body));
        const answer = await postSigned(receiver.url, body, { ...headers, sequence: sent.length });
        expect([event, answer]).toEqual([event, { status: 200, body: { handled: 'first_time' } }]);
      }
    });

    it('does not start, or takes nothing, without a secret', async () => {
      const starting = start({ WEBHOOK_SECRET: '', TOLERANCE_SECONDS: String(anyTimeSeconds) });
      const said = await starting.then(
        async (started) => {
          receiver = started;
          return `answered ${await postVector(started.url, vectors[0]!)}`;
        },
        (error: unknown) => String(error),
      );
      expect(said).toMatch(/WEBHOOK_SECRET is missing|answered 500/);
    });
  });
}
