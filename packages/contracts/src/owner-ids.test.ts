import { describe, expect, it } from '@jest/globals';
import { isCourierSystem, platformOfOwner, platformOwnerId } from './owner-ids.js';

const platform = '01234567-89ab-cdef-0123-456789abcdef';

describe('The id of an owner', () => {
  it.each(['live', 'sandbox'] as const)('names its platform and its mode: %s', (mode) => {
    expect(platformOfOwner(platformOwnerId(platform, mode))).toEqual({ id: platform, mode });
  });

  it.each(['0'.repeat(32), `cour_${'0'.repeat(24)}`, `plat_${'x'.repeat(32)}`])('is of no platform: %s', (ownerId) => {
    expect(platformOfOwner(ownerId)).toBeUndefined();
  });

  it('names a courier’s system of either mode', () => {
    const ids = ['cour_', 'cour_test_', 'plat_'].map((prefix) => prefix + '0'.repeat(24));
    expect(ids.map(isCourierSystem)).toEqual([true, true, false]);
  });
});
