import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { rawResponse, receiverZoo, type Speak, startRawReceiver } from '@delivery/test-support';
import { verify } from '../src/webhooks/index.js';
import { publicKeyOf } from '../src/webhooks/keys.js';
import { answerWithinSeconds, brokenReceivers } from './receivers/broken-receivers.js';
import { goodStages, type Stages, startReceiver, wordFlags } from './receivers/receiver.js';
import { runDelivery, runProcess } from './run-cli.js';

const secret = 'whsec_HyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fg=';

const privateKey = 'whsk_HyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fgL02pdfCWHGThrfzB9o5BGdeP930mYGNF1CXpCPTvczw==';
const publicKey = publicKeyOf(privateKey);

const patiently = ['--answer-within', answerWithinSeconds(undefined)];

type Observation = { sent: string; came: string; verdict: string };
type Report = { checks: { id: string; outcome: string; observations: Observation[] }[] };

const conformWith = async (broken: Partial<Stages>, flagsOf: (url: string) => string[]) => {
  const receiver = await startReceiver({ ...goodStages(secret), ...broken });
  const args = ['conform', '--url', receiver.url, '--secret', secret, ...flagsOf(receiver.url)];
  const run = await runDelivery(args);
  await receiver.close();
  return run;
};
const conform = (broken: Partial<Stages>, ...flags: string[]) => conformWith(broken, () => flags);
/** With the optional checks. */
const conformJson = async (broken: Partial<Stages>, ...flags: string[]) => {
  const { code, stdout } = await conformWith(broken, (url) => ['--json', ...wordFlags(url), ...flags]);
  const { checks } = JSON.parse(stdout) as Report;
  const named = (outcome: string) => checks.filter((check) => check.outcome === outcome).map(({ id }) => id);
  return { code, checks, failed: named('failed'), passed: named('passed'), unseen: named('unseen') };
};

describe('delivery conform', () => {
  it('lets a good receiver pass every check', async () => {
    const { code, checks } = await conformJson({}, '--strict', ...patiently);
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(checks.length).toBe(13);
    expect(code).toBe(0);
  });

  it('has a broken receiver for every check', async () => {
    const { checks } = await conformJson({});
    expect(new Set(brokenReceivers.map(({ fails }) => fails))).toEqual(new Set(checks.map(({ id }) => id)));
  });

  it.each(brokenReceivers)('finds a receiver that $does, and finds nothing else wrong', async (broken) => {
    const stages = broken.breakStages(goodStages(secret), secret);
    const { code, checks } = await conformJson(stages, '--answer-within', answerWithinSeconds(broken.fails));
    expect(checks.filter(({ outcome }) => outcome !== 'passed').map(({ id, outcome }) => [id, outcome])).toEqual([
      [broken.fails, 'failed'],
    ]);
    expect(code).toBe(1);
  });

  it('tries a receiver of ed25519, and finds one that takes its public key for a secret', async () => {
    const judge = async (...secrets: string[]) => {
      const accept: Stages['accept'] = (incoming) => verify(incoming, secrets);
      const receiver = await startReceiver({ ...goodStages(publicKey), accept });
      const { stdout } = await runDelivery(['conform', '--url', receiver.url, '--secret', privateKey, '--json']);
      await receiver.close();
      const { checks } = JSON.parse(stdout) as Report;
      return checks.filter(({ outcome }) => !['passed', 'unused'].includes(outcome)).map(({ id }) => id);
    };
    expect(await judge(publicKey)).toEqual([]);
    expect(await judge(publicKey, publicKey.replace('whpk_', 'whsec_'))).toEqual(['bad_signature']);
  });

  it('reports a check as unseen where the receiver does not say what it did', async () => {
    const silent = { judge: () => Promise.resolve(undefined) };
    const lenient = await conformJson(silent, ...patiently);
    expect([lenient.code, lenient.failed, lenient.unseen]).toEqual([0, [], ['repeat', 'out_of_order', 'gap']]);
    expect((await conformJson(silent, '--strict', ...patiently)).code).toBe(1);
    const chatty = await conformJson({ judge: () => Promise.resolve('duplicate') }, ...patiently);
    expect([chatty.failed, chatty.unseen]).toEqual([[], ['repeat', 'out_of_order', 'gap']]);
  });

  it('passes a receiver that never uses webhook-delivery, and names the flags of the optional checks', async () => {
    const { code, stdout } = await conform({ refusal: () => undefined }, '--strict', ...patiently);
    expect(code).toBe(0);
    for (const flag of ['--unwanted-id', '--retired-url'])
      expect(stdout).toMatch(new RegExp(`optional: [^]+ ${flag}\\n`));
    expect(stdout).toMatch(/\n11 passed, 2 unused\n$/);
  });

  it('takes 410 from a retired URL for disable', async () => {
    const { refusal } = goodStages(secret);
    const answer410 = (...of: Parameters<Stages['refusal']>) => {
      const refused = refusal(...of);
      return refused?.word === 'disable' ? { status: 410, word: '' } : refused;
    };
    expect((await conformJson({ refusal: answer410 }, '--strict', ...patiently)).code).toBe(0);
  });

  it('runs no other check where a receiver refuses a valid signature', async () => {
    const other = await conformJson({ accept: () => Promise.reject(new Error('broken')) });
    expect([other.code, other.failed, other.passed]).toEqual([1, ['good_signature'], []]);
  });
});

describe('the README', () => {
  it('shows the output of delivery conform', async () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const shown = /<!-- conform-output -->\s+```\n([^]*?)```/.exec(readme)?.[1];
    const { breakStages } = brokenReceivers.find(({ fails }) => fails === 'stale_timestamp')!;
    const { stdout } = await conform(breakStages(goodStages(secret), secret), ...patiently);
    const withoutPlaceAndTime = (text = '') =>
      text.replace(/receiver .*/, '').replace(/the slowest took [^]*?\nok/, 'the slowest took …\nok');
    expect(withoutPlaceAndTime(stdout)).toBe(withoutPlaceAndTime(shown));
  });
});

describe('delivery conform and a receiver that', () => {
  /** Its answers say nothing but the status: a raw receiver has no signatures and no orders. */
  const runWith = async (speak: Speak) => {
    const receiver = await startRawReceiver({ '/hooks': speak });
    const run = await runDelivery(['conform', '--url', `${receiver.origin}/hooks`, '--secret', secret, '--json']);
    await receiver.close();
    return run;
  };
  const outcomesOf = (stdout: string) =>
    (JSON.parse(stdout) as Report).checks.map(({ id, outcome }) => `${id}: ${outcome}`);

  it.each<[string, Speak]>([
    ['sends a second response', receiverZoo.secondResponse(200, 20)],
    ['sends a second response ahead of its next answer', receiverZoo.secondResponseAtReuse(200)],
    ['sends more than its length', receiverZoo.longerThanItsLength(200)],
    ['sends more after its length', receiverZoo.tailAfterItsLength(200)],
    ['closes with a second response', receiverZoo.closeWithSecondResponse(200)],
  ])('%s is judged by its answers alone, as webhooks are', async (_does, speak) => {
    const [strange, plain] = await Promise.all([runWith(speak), runWith(receiverZoo.plain(200))]);
    expect([strange.code, outcomesOf(strange.stdout)]).toEqual([plain.code, outcomesOf(plain.stdout)]);
  });

  it.each<[string, Speak, RegExp]>([
    ['says length and chunks', receiverZoo.lengthBesideChunked(200), /Content-Length/],
    ['ends its lines with a line feed alone', receiverZoo.bareLineFeeds(200), /HTTP\/1\.1/],
    ['switches protocols', receiverZoo.switchesProtocols(), /upgrade/],
    ['resets the connection', (connection) => void connection.resetAndDestroy(), /ECONNRESET/],
    ['closes its side without an answer', (connection) => void connection.end(), /closed/],
    [
      'closes in the middle of its answer',
      (connection) => void connection.end(rawResponse(200).slice(0, -1)),
      /closed/,
    ],
  ])('%s cannot be judged, and the reason is printed', async (_does, speak, reason) => {
    const { code, stderr } = await runWith(speak);
    expect([code, stderr]).toEqual([2, expect.stringMatching(reason)]);
    expect(stderr).toContain("find the reason in your receiver's log");
  });
});

describe('delivery conform that cannot run', () => {
  it('says where there is no answer', async () => {
    const { url, close } = await startReceiver(goodStages(secret));
    await close();
    const { code, stderr } = await runProcess(['conform', '--url', url, '--secret', secret]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${url} does not answer (no answer: `)]);
    expect(stderr).not.toContain('    at ');
  });

  it('makes a secret where there is none, and prints how to use it', async () => {
    const first = await runProcess(['conform', '--url', 'http://127.0.0.1:9/hooks']);
    const made = /export WEBHOOK_SECRET=(\S+)/.exec(first.stderr)?.[1] ?? '';
    expect([first.code, made]).toEqual([2, expect.stringMatching(/^whsec_/)]);
    const receiver = await startReceiver(goodStages(made));
    const { code } = await runProcess(['conform', '--url', receiver.url], { env: { WEBHOOK_SECRET: made } });
    await receiver.close();
    expect(code).toBe(0);
  });

  it('makes a key pair where it is asked for one, and prints which half is whose', async () => {
    const { code, stderr } = await runProcess(['conform', '--url', 'http://127.0.0.1:9/hooks', '--ed25519']);
    const receivers = /export WEBHOOK_SECRET=(whpk_\S+)/.exec(stderr)?.[1];
    const senders = /--secret (whsk_\S+)/.exec(stderr)?.[1] ?? '';
    expect([code, publicKeyOf(senders)]).toEqual([2, receivers]);
  });

  it.each([
    [['conform'], '--url'],
    [['conform', '--url', 'localhost:3000'], 'http://localhost:3000/hooks'],
    [
      ['conform', '--url', 'http://localhost:3000', '--secret', 'whsec_short'],
      'whsec_ followed by the base64 of 24 to 64',
    ],
    [['conform', '--url', 'http://localhost:3000', '--secret', publicKey], 'give the private key (whsk_…)'],
    [['conform', '--url', 'http://localhost:3000', '--secret', secret, '--answer-within', '11'], '--answer-within'],
    [['conform', '--uri', 'http://localhost:3000'], "'--uri'"],
    [['conform', 'http://localhost:3000'], 'takes fewer arguments'],
    [['conjure'], '"conjure"'],
  ])('says what is wrong with %j, and the way out', async (args, said) => {
    const { code, stdout, stderr } = await runDelivery(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(said)]);
  });
});
