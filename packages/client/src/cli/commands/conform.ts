import { signTestWebhook } from '../../webhooks/index.js';
import { createPrivateKey, publicKeyOf } from '../../webhooks/keys.js';
import { CannotRunError, type Command, type CommandInput } from '../command.js';
import { createLab, createSecret, createSecretLike, randomHex } from '../conform/lab.js';
import { type CheckResult, createChecks, printResult, printTotal, runChecks, toJson } from '../conform/run-checks.js';
import { readReceiver } from '../read-input.js';

const answerWithinSecondsDefault = 5;

export const conformCommand: Command = {
  words: ['conform'],
  summary: 'Test your webhook receiver: what it must accept, refuse and notice.',
  flags: {
    url: { value: 'url', help: 'your receiver, e.g. http://localhost:3000/hooks' },
    secret: { value: 'whsec_…', help: "your receiver's secret, or whsk_… for a public key; default: WEBHOOK_SECRET" },
    ed25519: { help: 'without a secret: make a key pair for a receiver of ed25519' },
    'external-id': { value: 'id', help: 'an order that your receiver knows, if it accepts no other' },
    'unwanted-id': { value: 'id', help: 'an order that your receiver answers with abort-message' },
    'retired-url': { value: 'url', help: 'a URL that your receiver answers with disable' },
    'answer-within': { value: 'seconds', help: 'slower answers fail; default 5' },
    strict: { help: 'also fail what cannot be seen from outside' },
    verbose: { help: 'show everything that was sent, and why it matters' },
    json: { help: 'for machines' },
  },
  examples: [
    'conform --url http://localhost:3000/hooks',
    'conform --url http://localhost:3000/hooks --strict --json',
    'conform --url http://localhost:3000/hooks --ed25519',
  ],
  run: async (input) => {
    const url = readReceiver('url', input.text('url'));
    const secret = await readSecret(input);
    const externalId = input.text('external-id') ?? `conform-${randomHex(4)}`;
    const lab = createLab({ url, secret, otherSecret: await createSecretLike(secret), externalId });
    const retiredUrl = input.text('retired-url');
    const checks = createChecks({
      answerWithinSeconds: readSeconds(input.text('answer-within')),
      unwantedId: input.text('unwanted-id'),
      retiredUrl: retiredUrl === undefined ? undefined : readReceiver('retired-url', retiredUrl),
    });
    const isJson = input.isOn('json');
    const results: CheckResult[] = [];
    if (!isJson) input.terminal.print(`receiver ${url}\n`);
    for await (const result of runChecks(checks, lab)) {
      input.signal.throwIfAborted();
      if (results.length === 0) expectAnswer(url, result);
      results.push(result);
      if (!isJson) printResult(input.terminal, result, { isVerbose: input.isOn('verbose') });
    }
    if (isJson) input.terminal.print(JSON.stringify(toJson(url, results), null, 2));
    else printTotal(input.terminal, results);
    return isConform(results, input.isOn('strict')) ? 0 : 1;
  },
};

const isConform = (results: readonly CheckResult[], isStrict: boolean): boolean =>
  results.every(({ outcome }) => ['passed', 'unused'].includes(outcome) || (outcome === 'unseen' && !isStrict));

const readSecret = async ({ text, env, isOn }: CommandInput): Promise<string> => {
  const secret = text('secret') ?? env['WEBHOOK_SECRET'];
  if (secret !== undefined && secret !== '') {
    await signTestWebhook({ body: '', secrets: secret }).catch((error: unknown) => {
      throw new CannotRunError(error instanceof TypeError ? error.message : String(error));
    });
    return secret;
  }
  throw new CannotRunError((isOn('ed25519') ? await describeKeyPair() : describeSecret()).join('\n'));
};

const describeSecret = (): string[] => [
  'your receiver needs the secret that the webhooks are signed with. Here is a new one:',
  '',
  `  export WEBHOOK_SECRET=${createSecret()}`,
  '',
  'Start your receiver with it, then run this again with the same variable, or with --secret.',
];

const describeKeyPair = async (): Promise<string[]> => {
  const privateKey = await createPrivateKey();
  return [
    'your receiver needs the public key of the key that signs the webhooks. Here is a new pair:',
    '',
    `  export WEBHOOK_SECRET=${publicKeyOf(privateKey)}`,
    '',
    'Start your receiver with it, then run this again with the private key:',
    '',
    `  --secret ${privateKey}`,
  ];
};

const readSeconds = (given: string | undefined): number => {
  const seconds = given === undefined ? answerWithinSecondsDefault : Number(given);
  if (seconds > 0 && seconds <= 10) return seconds;
  throw new CannotRunError('--answer-within must be a number of seconds above 0 and at most 10');
};

/** Without a single answer there is nothing to judge. */
const expectAnswer = (url: string, { observations }: CheckResult): void => {
  if (observations.some(({ isAnswered }) => isAnswered)) return;
  throw new CannotRunError(
    `${url} does not answer (${observations.at(-1)?.came ?? 'no answer'}): start your receiver, correct --url, or find the reason in your receiver's log`,
  );
};
