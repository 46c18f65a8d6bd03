import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createSealer } from '@delivery/service-kit';
import { openSecrets } from './open-secrets.js';

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

describe('openSecrets', () => {
  it('opens what the current and the previous key sealed, in order', () => {
    const [before, current] = [randomBytes(32), randomBytes(32)];
    const sealed = [createSealer(current).seal(secretOf(1)), createSealer(before).seal(secretOf(2))];
    expect(openSecrets(createSealer(current, [before]), sealed)).toEqual({ secrets: [secretOf(1), secretOf(2)] });
  });

  it('refuses the whole when one does not open, and does not tell it', () => {
    const sealer = createSealer(randomBytes(32));
    const foreign = createSealer(randomBytes(32)).seal(secretOf(3));
    expect(openSecrets(sealer, [sealer.seal(secretOf(1)), foreign])).toEqual({
      fault: expect.stringMatching(/^signing secret: sealed with unknown key [0-9a-f]{8}$/),
    });
    expect(openSecrets(sealer, [sealer.seal('no secret')])).toEqual({ fault: 'signing secret: malformed' });
  });
});
