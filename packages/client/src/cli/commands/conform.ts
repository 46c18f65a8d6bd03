import { signTestWebhook } from '../../webhooks/index.js';
import { createPrivateKey, publicKeyOf } from '../../webhooks/keys.js';
import { CannotRunError, type Command, type CommandInput, type ExitCode } from '../command.js';
import { courierChecks } from '../conform/couriers/checks.js';
import { openDesk } from '../conform/couriers/desk.js';
import { createLab, createSecret, createSecretLike, randomHex } from '../conform/lab.js';
import { reportChecks } from '../conform/report-checks.js';
import { type CheckResult, createChecks } from '../conform/run-checks.js';
import { connectionFlags } from '../connection.js';
import { readReceiver } from '../read-input.js';
import { withClient } from '../with-client.js';

const answerWithinSecondsDefault = 5;
const sandboxCourierPrefix = 'ctok_test_';
const portDefault = 4_010;
const waitSecondsDefault = 60;
const waitSecondsMax = 600;

export const conformCommand: Command = {
  words: ['conform'],
  summary:
    'Test your webhook receiver: what it must accept, refuse and notice. Or, with --courier, your courier’s system.',
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
    courier: {
      value: 'token',
      help: 'test a courier’s system with this sandbox token, by orders of a sandbox merchant',
    },
    port: { value: 'port', help: `where the courier’s system finds the service meanwhile; default ${portDefault}` },
    wait: { value: 'seconds', help: `how long the courier’s system may take; default ${waitSecondsDefault}` },
    ...connectionFlags,
  },
  examples: [
    'conform --url http://localhost:3000/hooks',
    'conform --url http://localhost:3000/hooks --strict --json',
    'conform --url http://localhost:3000/hooks --ed25519',
    'conform --courier ctok_test_…',
  ],
  run: (input) => {
    const token = input.text('courier');
    return token === undefined ? conformReceiver(input) : conformCourier(input, token);
  },
};

const conformReceiver = async (input: CommandInput): Promise<ExitCode> => {
  const url = readReceiver('url', input.text('url'));
  const secret = await readSecret(input);
  const externalId = input.text('external-id') ?? `conform-${randomHex(4)}`;
  const place = createLab({ url, secret, otherSecret: await createSecretLike(secret), externalId });
  const retiredUrl = input.text('retired-url');
  const checks = createChecks({
    answerWithinSeconds: readSeconds(input.text('answer-within')),
    unwantedId: input.text('unwanted-id'),
    retiredUrl: retiredUrl === undefined ? undefined : readReceiver('retired-url', retiredUrl),
  });
  return reportChecks(input, {
    head: `receiver ${url}`,
    url,
    checks,
    place,
    onFirst: (first) => expectAnswer(url, first),
  });
};

/** The demo merchant's token is a merchant's, so the courier's has no default. */
const conformCourier = (input: CommandInput, token: string): Promise<ExitCode> =>
  withClient(input, async (client, { baseUrl }) => {
    if (!token.startsWith(sandboxCourierPrefix))
      throw new CannotRunError(`--courier must be a sandbox token (${sandboxCourierPrefix}…): the orders are not real`);
    const [port, waitSeconds] = [readPort(input.text('port')), readWait(input.text('wait'))];
    const place = await openDesk({ client, baseUrl, token, port, waitSeconds, signal: input.signal });
    const head = `courier's system: start yours with ${place.url} in place of ${baseUrl}`;
    try {
      return await reportChecks(input, { head, url: place.url, checks: courierChecks, place });
    } finally {
      place.close();
    }
  });

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

const readPort = (given: string | undefined): number => {
  const port = given === undefined ? portDefault : Number(given);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new CannotRunError('--port must be a port, or 0 for any that is free');
};

const readWait = (given: string | undefined): number => {
  const seconds = given === undefined ? waitSecondsDefault : Number(given);
  if (seconds > 0 && seconds <= waitSecondsMax) return seconds;
  throw new CannotRunError(`--wait must be a number of seconds above 0 and at most ${waitSecondsMax}`);
};

/** Without a single answer there is nothing to judge. */
const expectAnswer = (url: string, { observations }: CheckResult): void => {
  if (observations.some(({ isAnswered }) => isAnswered)) return;
  throw new CannotRunError(
    `${url} does not answer (${observations.at(-1)?.came ?? 'no answer'}): start your receiver, correct --url, ` +
      "or find the reason in your receiver's log",
  );
};
