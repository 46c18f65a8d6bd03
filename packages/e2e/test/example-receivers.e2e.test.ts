import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { choosePorts } from '@delivery/local-stack';
import { type Example, repository, runConform, startExample } from '../src/examples.js';

const directory = mkdtempSync(join(tmpdir(), 'example-receivers-'));
afterAll(() => rmSync(directory, { recursive: true }));

const example = (path: string): string => join(repository, 'examples', path);
type Receiver = { language: string; asksVersion: [string, ...string[]]; run: (port: number) => [string, ...string[]] };
const receivers: Receiver[] = [
  {
    language: 'Python',
    asksVersion: ['python3', '--version'],
    run: () => ['python3', example('python/receiver.py')],
  },
  {
    language: 'Go',
    asksVersion: ['go', 'version'],
    run: () => {
      const binary = join(directory, 'receiver');
      execFileSync('go', ['build', '-o', binary, example('go/receiver.go')]);
      return [binary];
    },
  },
  { language: 'Java', asksVersion: ['javac', '-version'], run: () => ['java', example('java/Receiver.java')] },
  {
    language: 'PHP',
    asksVersion: ['php', '--version'],
    run: (port) => ['php', '-S', `127.0.0.1:${port}`, example('php/receiver.php')],
  },
];

type Vector = {
  title: string;
  secrets: string[];
  webhook_id: string;
  webhook_timestamp: number;
  body: string;
  webhook_signature: string;
};
const { vectors } = JSON.parse(readFileSync(join(repository, 'docs/webhook-signature-vectors.json'), 'utf8')) as {
  vectors: Vector[];
};
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

for (const { language, asksVersion, run } of receivers) {
  const [command, ...args] = asksVersion;
  const isHere = spawnSync(command, args).status === 0;
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

    it('believes every vector of the documents, and none whose body was changed', async () => {
      const secrets = vectors.flatMap((vector) => vector.secrets);
      receiver = await start({ WEBHOOK_SECRET: secrets.join(' '), TOLERANCE_SECONDS: String(anyTimeSeconds) });
      for (const vector of vectors) {
        // A body that is no event is 400, yet believed.
        expect([vector.title, await postVector(receiver.url, vector)]).not.toEqual([vector.title, 401]);
        expect([vector.title, await postVector(receiver.url, vector, `${vector.body} `)]).toEqual([vector.title, 401]);
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
