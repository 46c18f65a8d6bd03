import { describe, expect, it } from '@jest/globals';
import { cacheResolutions, parseHostsFile, type Resolution } from './resolve-host.js';

const answer = (ttlSeconds: number): Resolution => ({ addresses: [{ address: '192.0.2.1', family: 4 }], ttlSeconds });

const createClockedCache = (resolve: (name: string) => Promise<Resolution>) => {
  const clock = { nowMs: 0 };
  const asked: string[] = [];
  const cached = cacheResolutions(
    (name) => {
      asked.push(name);
      return resolve(name);
    },
    () => clock.nowMs,
  );
  return { clock, asked, cached };
};

describe('cacheResolutions', () => {
  it('asks again when the TTL has ended, not before, and never keeps an answer longer than five minutes', async () => {
    const { clock, asked, cached } = createClockedCache((name) =>
      Promise.resolve(answer(name === 'long' ? 86_400 : 30)),
    );
    for (const nowMs of [0, 29_999, 30_000, 59_999]) {
      clock.nowMs = nowMs;
      await cached('short');
    }
    expect(asked).toEqual(['short', 'short']);
    for (const nowMs of [100_000, 399_999, 400_000]) {
      clock.nowMs = nowMs;
      await cached('long');
    }
    expect(asked).toEqual(['short', 'short', 'long', 'long']);
  });

  it('does not keep an answer with TTL 0', async () => {
    const { asked, cached } = createClockedCache(() => Promise.resolve(answer(0)));
    await cached('a');
    await cached('a');
    expect(asked).toHaveLength(2);
  });

  it('asks once where many callers want the same name at once', async () => {
    const { asked, cached } = createClockedCache(() => Promise.resolve(answer(0)));
    await Promise.all([cached('a'), cached('a'), cached('b'), cached('a')]);
    expect(asked).toEqual(['a', 'b']);
  });

  it('asks again after a failure', async () => {
    let isDown = true;
    const { asked, cached } = createClockedCache(() =>
      isDown ? Promise.reject(new Error('SERVFAIL')) : Promise.resolve(answer(60)),
    );
    await expect(Promise.all([cached('a'), cached('a')])).rejects.toThrow('SERVFAIL');
    isDown = false;
    await expect(cached('a')).resolves.toEqual(answer(60));
    expect(asked).toHaveLength(2);
  });

  it('counts the TTL from the question, however late the answer comes', async () => {
    const { clock, asked, cached } = createClockedCache(() => {
      clock.nowMs += 2_000;
      return Promise.resolve(answer(2));
    });
    await cached('a');
    await cached('a');
    expect(asked).toHaveLength(2);
  });
});

describe('parseHostsFile', () => {
  it('reads names, aliases and several addresses of a name, and skips the rest', () => {
    const hosts = parseHostsFile(
      '# comment\n127.0.0.1\tLocalhost  alias # more\n::1 localhost\n\nnonsense line\n10.0.0.5 receiver.test\r\n',
    );
    expect(hosts.get('localhost')).toEqual(['127.0.0.1', '::1']);
    expect(hosts.get('alias')).toEqual(['127.0.0.1']);
    expect(hosts.get('receiver.test')).toEqual(['10.0.0.5']);
    expect(hosts.size).toBe(3);
  });
});
