import { describe, expect, it } from '@jest/globals';
import { decodeDelivery } from './decode-delivery.js';

describe('decodeDelivery', () => {
  it.each(['', 'not json', '\u0000', '"text"', '[]', 'null', '{}'])('finds the fault of %j', (text) => {
    expect(decodeDelivery(Buffer.from(text))).toEqual({ fault: expect.any(String) });
  });

  it('names the fields at fault, never their values, in bounded length', () => {
    const secretive = { url: 'https://user:pass@x/?token=secret1', sealed_secrets: 'secret2', body: { x: 'secret3' } };
    const { fault } = decodeDelivery(Buffer.from(JSON.stringify(secretive))) as { fault: string };
    expect(fault).toContain('sealed_secrets');
    expect(fault).not.toMatch(/secret\d|user|pass/);
    expect(fault.length).toBeLessThanOrEqual(500);
  });
});
