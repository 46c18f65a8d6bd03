import { describe, expect, it } from '@jest/globals';
import { shareListings } from './share-listings.js';

const listing = { merchantIds: null, health: null, after: null, rowMax: 51 };

const listingOf = (endpointCount: number) => {
  const clock = { ms: 0 };
  let readings = 0;
  const list = shareListings({
    list: () => {
      readings += 1;
      return Promise.resolve([]);
    },
    countEndpoints: () => Promise.resolve(endpointCount),
    now: () => clock.ms,
  });
  return { clock, list, readings: () => readings };
};

describe('A list of endpoints', () => {
  it('of few endpoints is read for each who asks: what was changed is shown at once', async () => {
    const { list, readings } = listingOf(999);
    for (let time = 0; time < 3; time += 1) await list(listing);
    expect(readings()).toBe(3);
  });

  it('of 10,000 endpoints is read once in ten seconds, whoever asks', async () => {
    const { clock, list, readings } = listingOf(10_000);
    await list(listing);
    await Promise.all(Array.from({ length: 100 }, () => list(listing)));
    expect(readings()).toBe(2);
    clock.ms = 9_999;
    await list(listing);
    expect(readings()).toBe(2);
    clock.ms = 10_000;
    await list(listing);
    expect(readings()).toBe(3);
  });

  it('of another filter, or of one merchant, is a reading of its own', async () => {
    const { list, readings } = listingOf(10_000);
    await list(listing);
    await list(listing);
    await list({ ...listing, health: 'disabled' });
    await list({ ...listing, merchantIds: ['one'] });
    await list({ ...listing, merchantIds: ['one'] });
    expect(readings()).toBe(5);
  });

  it('that failed is read again by who asks next', async () => {
    let readings = 0;
    const list = shareListings({
      list: () => {
        readings += 1;
        return readings === 2 ? Promise.reject(new Error('away')) : Promise.resolve([]);
      },
      countEndpoints: () => Promise.resolve(5_000),
      now: () => 0,
    });
    await list(listing);
    await expect(list(listing)).rejects.toThrow('away');
    await list(listing);
    expect(readings).toBe(3);
  });
});
