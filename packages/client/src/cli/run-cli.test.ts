import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createTerminal } from './output.js';
import { runCli } from './run-cli.js';

const run = async (...argv: string[]) => {
  const [out, error] = [new PassThrough(), new PassThrough()];
  const terminal = createTerminal(out, error, {});
  const code = await runCli(argv, { terminal, env: {}, directory: '/', signal: new AbortController().signal });
  return { code, said: `${String(out.read() ?? '')}${String(error.read() ?? '')}` };
};

const credential = 'tok_0123456789abcdef';

describe('delivery', () => {
  it.each([['orders', 'list'], ['listen'], ['orders'], []])('has --help and --version: %j', async (...words) => {
    expect(await run(...words, '--version')).toEqual({ code: 0, said: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(await run(...words, '--help')).toEqual({ code: 0, said: expect.stringContaining('delivery') });
  });

  it.each([
    [['deliveries', 'list', 'http://127.0.0.1:8080', 'key_0123456789abcdef', credential]],
    [['deliveries', 'list', '--url', 'http://127.0.0.1:8080', '--token', credential]],
    [[credential]],
    [['orders', credential]],
    [['orders', 'ready', 'A-1', credential]],
    [['orders', 'list', '--status', credential]],
    [['orders', 'list', `--tokn=${credential}`]],
    [['--token', credential]],
  ])('repeats no credential that it does not understand: %j', async (argv) => {
    const { code, said } = await run(...argv);
    expect(code).toBe(2);
    expect(said).not.toContain('0123456789');
  });

  it.each(['base-url', 'key', 'token'])('takes an empty --%s for a mistake', async (flag) =>
    expect(await run('orders', 'list', `--${flag}`, '')).toEqual({ code: 2, said: `--${flag} is empty\n` }),
  );

  it('takes an empty argument for a mistake, and names it', async () => {
    expect(await run('orders', 'show', '')).toEqual({ code: 2, said: 'delivery orders show: <id> is empty\n' });
    expect(await run('orders', 'change', 'A-1', '')).toEqual({
      code: 2,
      said: 'delivery orders change: <file> is empty\n',
    });
  });

  it('says in one line that dots are no id', async () => {
    const connection = ['--base-url', 'http://127.0.0.1:1', '--key', 'key', '--token', 'token'];
    for (const words of [
      ['deliveries', 'show', '..'],
      ['trigger', 'delivered', '--format', 'open_delivery', '--external-id', '..'],
    ])
      expect(await run(...words, ...connection)).toEqual({ code: 2, said: 'an id must not be ".."\n' });
  });

  it('says which command it does not know', async () =>
    expect((await run('deliveries', 'remove')).said).toMatch(/^there is no command "deliveries remove"/));

  it.each([
    [['order', 'list'], 'did you mean orders list? '],
    [['lisen'], 'did you mean listen? '],
    [['settings', 'x'], 'did you mean settings show, settings set-time-zone? '],
    [['frobnicate'], 'there is no command "frobnicate". See delivery --help'],
  ])('suggests the commands that are nearest to %j', async (argv, expected) =>
    expect((await run(...argv)).said).toContain(expected),
  );
});
