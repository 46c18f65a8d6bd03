import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { endpointSecretOf } from '@delivery/contracts';
import { createSealer, type Sealer } from '@delivery/service-kit';
import { createOpenSecrets, type OpenSecrets } from './open-secrets.js';

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

const endpointId = '0b8f7a52-5a0c-4f0e-9a51-4f6f0d6f7a01';
const place = endpointSecretOf(endpointId);
const of = (...sealed: string[]) => ({ endpoint_id: endpointId, sealed_secrets: sealed });

const bytesOf = (opened: ReturnType<OpenSecrets>) =>
  'keys' in opened ? opened.keys.map((key) => key.export()) : opened;

/** A sealer that records what it was asked to open. */
const counting = (sealer: Pick<Sealer, 'open'>) => {
  const opened: string[] = [];
  const open = (text: string, boundTo: string) => {
    opened.push(text);
    return sealer.open(text, boundTo);
  };
  return { opened, open };
};

describe('createOpenSecrets', () => {
  it('opens texts of the current and the previous key, in order', () => {
    const [before, current] = [randomBytes(32), randomBytes(32)];
    const sealed = [createSealer(current).seal(secretOf(1), place), createSealer(before).seal(secretOf(2), place)];
    const openSecrets = createOpenSecrets(createSealer(current, [before]));
    expect(bytesOf(openSecrets(of(...sealed)))).toEqual([Buffer.alloc(32, 1), Buffer.alloc(32, 2)]);
  });

  it('refuses all when one does not open, and does not print it', () => {
    const sealer = createSealer(randomBytes(32));
    const foreign = createSealer(randomBytes(32)).seal(secretOf(3), place);
    const openSecrets = createOpenSecrets(sealer);
    expect(openSecrets(of(sealer.seal(secretOf(1), place), foreign))).toEqual({
      fault: expect.stringMatching(/^signing secret: sealed with the unknown key [0-9a-f]{8}$/),
    });
    expect(openSecrets(of(sealer.seal('no secret', place)))).toEqual({ fault: 'signing secret: malformed' });
  });

  it('opens each sealed text once, also two texts of one endpoint', () => {
    const sealer = createSealer(randomBytes(32));
    const [one, rotated] = [sealer.seal(secretOf(1), place), sealer.seal(secretOf(2), place)];
    const { opened, open } = counting(sealer);
    const openSecrets = createOpenSecrets({ open });
    for (const sealed of [[one], [one], [rotated, one], [rotated]]) openSecrets(of(...sealed));
    expect(opened).toEqual([one, rotated]);
    expect(bytesOf(openSecrets(of(rotated, one)))).toEqual([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]);
  });

  it('[P8] opens no other endpoint’s, also when it has opened it for that one before', () => {
    const sealer = createSealer(randomBytes(32));
    const sealed = sealer.seal(secretOf(1), place);
    const openSecrets = createOpenSecrets(sealer);
    expect(openSecrets(of(sealed))).toHaveProperty('keys');
    expect(openSecrets({ endpoint_id: '0b8f7a52-5a0c-4f0e-9a51-4f6f0d6f7a02', sealed_secrets: [sealed] })).toEqual({
      fault: 'signing secret: sealed text cannot be opened: it was changed, or sealed for another place',
    });
  });

  it('keeps a bounded number, and opens an evicted text again', () => {
    const sealer = createSealer(randomBytes(32));
    const [a, b, c] = [1, 2, 3].map((byte) => sealer.seal(secretOf(byte), place));
    const { opened, open } = counting(sealer);
    const openSecrets = createOpenSecrets({ open }, 2);
    for (const sealed of [a, b, c, c, b, a]) expect(openSecrets(of(sealed ?? ''))).toHaveProperty('keys');
    expect(opened).toEqual([a, b, c, a]);
  });

  it('does not keep a secret that did not open', () => {
    const sealer = createSealer(randomBytes(32));
    const malformed = sealer.seal('no secret', place);
    const { opened, open } = counting(sealer);
    const openSecrets = createOpenSecrets({ open });
    for (let time = 0; time < 2; time += 1) expect(openSecrets(of(malformed))).toHaveProperty('fault');
    expect(opened).toEqual([malformed, malformed]);
  });
});
