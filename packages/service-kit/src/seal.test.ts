import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createSealer, SealError } from './seal.js';

const place = 'endpoint secret of 1';

describe('a sealer', () => {
  it('opens its own sealed texts, and never seals the same text the same way', () => {
    const sealer = createSealer(randomBytes(32));
    const [one, two] = [sealer.seal('whsec_ção', place), sealer.seal('whsec_ção', place)];
    expect(one).not.toBe(two);
    expect([sealer.open(one, place), sealer.open(two, place)]).toEqual(['whsec_ção', 'whsec_ção']);
    expect(one.startsWith(sealer.currentPrefix)).toBe(true);
    expect(one).not.toContain('whsec');
  });

  it('opens a text that a previous key sealed, and none that an unknown key sealed', () => {
    const [before, now] = [randomBytes(32), randomBytes(32)];
    const sealed = createSealer(before).seal('x', place);
    expect(createSealer(now, [before]).open(sealed, place)).toBe('x');
    expect(() => createSealer(now).open(sealed, place)).toThrow(SealError);
  });

  it('refuses a text that was altered, cut or is none', () => {
    const sealer = createSealer(randomBytes(32));
    const sealed = sealer.seal('secret', place);
    const altered = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    for (const text of [altered, sealed.slice(0, -8), sealed.replace('v1.', 'v2.'), '', 'v1..']) {
      expect(() => sealer.open(text, place)).toThrow(SealError);
    }
  });

  it('[P8] refuses at one place a text that was sealed for another', () => {
    const sealer = createSealer(randomBytes(32));
    const sealed = sealer.seal('secret', place);
    expect(() => sealer.open(sealed, 'endpoint secret of 2')).toThrow(SealError);
  });

  it('[P8] refuses a tag that is shorter than its sixteen bytes, though it is right', () => {
    const key = randomBytes(32);
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 4 });
    cipher.setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update('12345678'), cipher.final(), cipher.getAuthTag()]);
    const sealer = createSealer(key);
    const text = `${sealer.currentPrefix}${iv.toString('base64url')}.${sealed.toString('base64url')}`;
    expect(() => sealer.open(text, place)).toThrow(SealError);
  });
});
