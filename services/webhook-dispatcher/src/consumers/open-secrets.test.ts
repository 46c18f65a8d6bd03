import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createSealer, type Sealer } from '@delivery/service-kit';
import { createOpenSecrets, type OpenSecrets } from './open-secrets.js';

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

const bytesOf = (opened: ReturnType<OpenSecrets>) =>
  'keys' in opened ? opened.keys.map((key) => key.export()) : opened;

/** A sealer that tells what it was asked to open. */
const counting = (sealer: Pick<Sealer, 'open'>) => {
  const opened: string[] = [];
  const open = (text: string) => {
    opened.push(text);
    return sealer.open(text);
  };
  return { opened, open };
};

describe('createOpenSecrets', () => {
  it('opens what the current and the previous key sealed, in order', () => {
    const [before, current] = [randomBytes(32), randomBytes(32)];
    const sealed = [createSealer(current).seal(secretOf(1)), createSealer(before).seal(secretOf(2))];
    const openSecrets = createOpenSecrets(createSealer(current, [before]));
    expect(bytesOf(openSecrets(sealed))).toEqual([Buffer.alloc(32, 1), Buffer.alloc(32, 2)]);
  });

  it('refuses the whole when one does not open, and does not tell it', () => {
    const sealer = createSealer(randomBytes(32));
    const foreign = createSealer(randomBytes(32)).seal(secretOf(3));
    const openSecrets = createOpenSecrets(sealer);
    expect(openSecrets([sealer.seal(secretOf(1)), foreign])).toEqual({
      fault: expect.stringMatching(/^signing secret: sealed with unknown key [0-9a-f]{8}$/),
    });
    expect(openSecrets([sealer.seal('no secret')])).toEqual({ fault: 'signing secret: malformed' });
  });

  it('opens each sealed text once, and another text of the same endpoint as what it is', () => {
    const sealer = createSealer(randomBytes(32));
    const [one, rotated] = [sealer.seal(secretOf(1)), sealer.seal(secretOf(2))];
    const { opened, open } = counting(sealer);
    const openSecrets = createOpenSecrets({ open });
    for (const sealed of [[one], [one], [rotated, one], [rotated]]) openSecrets(sealed);
    expect(opened).toEqual([one, rotated]);
    expect(bytesOf(openSecrets([rotated, one]))).toEqual([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]);
  });

  it('keeps a bounded number, and opens again what it has let go', () => {
    const sealer = createSealer(randomBytes(32));
    const [a, b, c] = [1, 2, 3].map((byte) => sealer.seal(secretOf(byte)));
    const { opened, open } = counting(sealer);
    const openSecrets = createOpenSecrets({ open }, 2);
    for (const sealed of [a, b, c, c, b, a]) expect(openSecrets([sealed ?? ''])).toHaveProperty('keys');
    expect(opened).toEqual([a, b, c, a]);
  });

  it('keeps nothing that did not open', () => {
    const sealer = createSealer(randomBytes(32));
    const malformed = sealer.seal('no secret');
    const { opened, open } = counting(sealer);
    const openSecrets = createOpenSecrets({ open });
    for (let time = 0; time < 2; time += 1) expect(openSecrets([malformed])).toHaveProperty('fault');
    expect(opened).toEqual([malformed, malformed]);
  });
});
