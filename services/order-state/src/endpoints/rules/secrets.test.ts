import { describe, expect, it } from '@jest/globals';
import { ageOfSecrets, createSigningKey, rotateSecrets, sealKey, secretsAt, signatureOf } from './secrets.js';

const nowMs = Date.parse('2026-01-01T00:00:00Z');
const time = { nowMs, overlapMs: 1000 };
const current = (sealed: string) => ({ sealed, expires_at: null });
const atMs = (ms: number): string => new Date(nowMs + ms).toISOString();

describe('rotateSecrets', () => {
  it('makes the new one current and gives the one before its own time to end', () => {
    expect(rotateSecrets([current('old')], current('new'), time)).toEqual([
      { sealed: 'new', expires_at: null },
      { sealed: 'old', expires_at: atMs(1000) },
    ]);
  });

  it('leaves the time of those before as it was and drops what is over', () => {
    const secrets = [
      { sealed: 'c', expires_at: null },
      { sealed: 'b', expires_at: atMs(1) },
      { sealed: 'a', expires_at: atMs(0) },
    ];
    expect(rotateSecrets(secrets, current('d'), time).slice(1)).toEqual([
      { sealed: 'c', expires_at: atMs(1000) },
      { sealed: 'b', expires_at: atMs(1) },
    ]);
  });

  it('refuses a sixth live one until the oldest has expired', () => {
    let secrets = [{ sealed: '0', expires_at: null as string | null }];
    for (const sealed of ['1', '2', '3', '4']) secrets = rotateSecrets(secrets, current(sealed), time);
    expect(() => rotateSecrets(secrets, current('5'), time)).toThrow(`The oldest one expires at ${atMs(1000)};`);
    const later = rotateSecrets(secrets, current('5'), { ...time, nowMs: nowMs + 1000 });
    expect(later.map(({ sealed }) => sealed)).toEqual(['5', '4']);
  });
});

describe('createSigningKey', () => {
  it.each([
    ['hmac-sha256', /^whsec_/, 32],
    ['ed25519', /^whsk_/, 64],
  ] as const)('gives random bytes in the form of Standard Webhooks for %s', (signature, prefix, bytes) => {
    const texts = Array.from({ length: 100 }, () => createSigningKey(signature).text);
    expect(new Set(texts).size).toBe(100);
    for (const text of texts) expect(Buffer.from(text.replace(prefix, ''), 'base64')).toHaveLength(bytes);
  });

  it('[P8] shows of an ed25519 key the public half alone, which is stored beside the sealed key', () => {
    const { text, shown } = createSigningKey('ed25519');
    const [privateHalf, publicHalf] = [text.slice('whsk_'.length, -44), shown.public_key?.slice('whpk_'.length) ?? ''];
    expect(shown.secret).toBeNull();
    expect(Buffer.from(text.slice('whsk_'.length), 'base64').subarray(32).toString('base64')).toBe(publicHalf);
    const stored = sealKey(createSigningKey('ed25519'), () => 'sealed');
    expect(stored).toEqual({ sealed: 'sealed', expires_at: null, public_key: expect.stringMatching(/^whpk_/) });
    expect(JSON.stringify(shown)).not.toContain(privateHalf);
    expect([signatureOf(stored), signatureOf({ public_key: null })]).toEqual(['ed25519', 'hmac-sha256']);
  });
});

const hour = 3_600_000;
const overlapMs = 24 * hour;
const held = (...names: string[]) => names.map((sealed) => ({ sealed, expires_at: null }));
/** Created at 0, rotated after 100 and after 200 hours. */
const times = { createdAtMs: 0, rotatedAtMs: [200 * hour, 100 * hour] };
const at = (hours: number, secrets = held('third', 'second', 'first')) =>
  secretsAt(secrets, times, { atMs: hours * hour, overlapMs, unsureMs: 0.2 * hour })?.map(({ sealed }) => sealed);

describe('The secrets that signed', () => {
  it('are the current one, and for a day the one before it', () => {
    expect(at(50)).toEqual(['first']);
    expect(at(110)).toEqual(['second', 'first']);
    expect(at(150)).toEqual(['second']);
    expect(at(223)).toEqual(['third', 'second']);
    expect(at(300)).toEqual(['third']);
  });

  it('[P29] are not known where one of them is gone', () => {
    const kept = held('third', 'second');
    expect(at(50, kept)).toBeUndefined();
    expect(at(110, kept)).toBeUndefined();
    expect(at(150, kept)).toEqual(['second']);
  });

  it('are not known so shortly after a change that the webhook may have been released before it', () => {
    for (const hours of [100, 100.1, 124.1, 200.1]) expect(at(hours)).toBeUndefined();
    expect(at(100.3)).toEqual(['second', 'first']);
  });

  it('for an endpoint that was never rotated are its one secret, from its first moment on', () => {
    const never = { createdAtMs: 0, rotatedAtMs: [] };
    expect(secretsAt(held('first'), never, { atMs: 1, overlapMs, unsureMs: hour })).toEqual(held('first'));
  });
});

describe('The age of secrets', () => {
  it('comes from the log, and is null if the log does not go back as far', () => {
    const secrets = [
      { sealed: 'c', expires_at: null },
      { sealed: 'b', expires_at: new Date(20 * hour).toISOString() },
      { sealed: 'a', expires_at: new Date(10 * hour).toISOString() },
    ];
    expect(ageOfSecrets(secrets, times, 15 * hour)).toEqual({
      createdAtMs: 200 * hour,
      olderValidUntilMs: 20 * hour,
    });
    expect(ageOfSecrets(secrets, { createdAtMs: null, rotatedAtMs: [] }, 30 * hour)).toEqual({
      createdAtMs: null,
      olderValidUntilMs: null,
    });
  });
});
