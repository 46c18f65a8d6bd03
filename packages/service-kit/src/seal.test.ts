import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createSealer, SealError } from './seal.js';

describe('a sealer', () => {
  it('opens what it sealed, and never seals the same text the same way', () => {
    const sealer = createSealer(randomBytes(32));
    const [one, two] = [sealer.seal('whsec_ção'), sealer.seal('whsec_ção')];
    expect(one).not.toBe(two);
    expect([sealer.open(one), sealer.open(two)]).toEqual(['whsec_ção', 'whsec_ção']);
    expect(one.startsWith(sealer.currentPrefix)).toBe(true);
    expect(one).not.toContain('whsec');
  });

  it('opens what a previous key sealed, and nothing that an unknown key did', () => {
    const [before, now] = [randomBytes(32), randomBytes(32)];
    const sealed = createSealer(before).seal('x');
    expect(createSealer(now, [before]).open(sealed)).toBe('x');
    expect(() => createSealer(now).open(sealed)).toThrow(SealError);
  });

  it('refuses a text that was altered, cut or is none', () => {
    const sealer = createSealer(randomBytes(32));
    const sealed = sealer.seal('secret');
    const altered = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    for (const text of [altered, sealed.slice(0, -8), sealed.replace('v1.', 'v2.'), '', 'v1..']) {
      expect(() => sealer.open(text)).toThrow(SealError);
    }
  });
});
