import { describe, expect, it } from '@jest/globals';
import { createSecret, rotateSecrets } from './secrets.js';

const nowMs = Date.parse('2026-01-01T00:00:00Z');
const time = { nowMs, overlapMs: 1000 };
const at = (ms: number): string => new Date(nowMs + ms).toISOString();

describe('rotateSecrets', () => {
  it('makes the new one current and gives the one before its own time to end', () => {
    expect(rotateSecrets([{ sealed: 'old', expires_at: null }], 'new', time)).toEqual([
      { sealed: 'new', expires_at: null },
      { sealed: 'old', expires_at: at(1000) },
    ]);
  });

  it('leaves the time of those before as it was and drops what is over', () => {
    const secrets = [
      { sealed: 'c', expires_at: null },
      { sealed: 'b', expires_at: at(1) },
      { sealed: 'a', expires_at: at(0) },
    ];
    expect(rotateSecrets(secrets, 'd', time).slice(1)).toEqual([
      { sealed: 'c', expires_at: at(1000) },
      { sealed: 'b', expires_at: at(1) },
    ]);
  });

  it('keeps five live at most: the oldest goes', () => {
    let secrets = [{ sealed: '0', expires_at: null as string | null }];
    for (const sealed of ['1', '2', '3', '4', '5', '6']) secrets = rotateSecrets(secrets, sealed, time);
    expect(secrets.map(({ sealed }) => sealed)).toEqual(['6', '5', '4', '3', '2']);
  });
});

describe('createSecret', () => {
  it('gives 32 random bytes in the form of Standard Webhooks', () => {
    const secrets = Array.from({ length: 100 }, createSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret.startsWith('whsec_')).toBe(true);
      expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    }
  });
});
