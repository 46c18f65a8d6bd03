import { describe, expect, it } from '@jest/globals';
import { runCli } from './run-cli.js';

const run = async (...argv: string[]) => runIn({}, ...argv);
const runIn = async (env: NodeJS.ProcessEnv, ...argv: string[]) => {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const code = await runCli(argv, { env, rootDir: '/' }, { out: say, error: say });
  return { code, said: said.join('\n') };
};

describe('The operator’s command line', () => {
  it.each([['audit'], ['merchants', 'create'], ['merchants'], []])('has --help and --version: %j', async (...words) => {
    expect(await run(...words, '--version')).toEqual({ code: 0, said: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(await run(...words, '--help')).toEqual({ code: 0, said: expect.stringContaining('--help') });
  });

  it.each([
    [['tok_0123456789abcdef']],
    [['merchants', 'tok_0123456789abcdef']],
    [['audit', '--token=tok_0123456789abcdef']],
    [['audit', 'tok_0123456789abcdef']],
    [['audit', '--operator-token', 'tok_0123456789abcdef']],
  ])('repeats no credential that it does not understand: %j', async (argv) => {
    const { code, said } = await run(...argv);
    expect(code).toBe(2);
    expect(said).toContain('error: ');
    expect(said).not.toContain('0123456789');
  });

  it.each([
    ['merchants show', '', 'merchant_id'],
    ['erasures show', '.', 'erasure_id'],
    ['dead-letters show', '..', 'dead_letter_id'],
  ])('takes an argument of %s that would lead to another path for a mistake: "%s"', async (words, id, name) =>
    expect(await run(...words.split(' '), id)).toEqual({ code: 2, said: `error: <${name}> must not be "${id}".` }),
  );

  it.each([
    ['OPERATOR_URL', 'orders.example'],
    ['OPERATOR_URL', 'localhost:8081'],
    ['RABBITMQ_MANAGEMENT_URL', 'http://user:0123456789@'],
  ])('says which variable is no URL: %s=%s', async (name, url) =>
    expect(await runIn({ OPERATOR_TOKEN: 'x', [name]: url }, 'status')).toEqual({
      code: 2,
      said: `error: ${name} is not an http or https URL such as http://127.0.0.1:8081.`,
    }),
  );
});
