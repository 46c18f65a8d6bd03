import { describe, expect, it } from '@jest/globals';
import { findChanges, liveSlack, noSlack, type Previewed } from './preview-subjects.js';

const shown: Previewed = {
  subject: { action: 'replay', since: '1', until: '2' },
  counts: { deliveries: 1_204, orders: 310 },
  endpoints: { e1: { status: 'active', url: 'https://shop.example/' } },
};
const withCounts = (deliveries: number, orders = 310): Previewed => ({ ...shown, counts: { deliveries, orders } });

describe('A change since a preview', () => {
  it('is none where all counts are the same, or about the same if they change by themselves', () => {
    expect(findChanges(shown, shown, noSlack)).toEqual([]);
    expect(findChanges(shown, withCounts(1_324), liveSlack)).toEqual([]);
    expect(findChanges(withCounts(3), withCounts(13), liveSlack)).toEqual([]);
  });

  it('is each count that is another, as it was and as it is', () => {
    expect(findChanges(shown, withCounts(1_325), liveSlack)).toEqual([
      'the number of deliveries was 1204 and is now 1325',
    ]);
    expect(findChanges(shown, withCounts(0, 0), liveSlack)).toEqual([
      'the number of deliveries was 1204 and is now 0',
      'the number of orders was 310 and is now 0',
    ]);
    expect(findChanges(shown, withCounts(1_205), noSlack)).toEqual([
      'the number of deliveries was 1204 and is now 1205',
    ]);
  });

  it('is its subject, also with equal counts', () => {
    const other = { ...shown, subject: { ...shown.subject, until: '3', state: 'x' } };
    expect(findChanges(shown, other, liveSlack)).toEqual(['this request differs from it in until and state']);
  });

  it('is an endpoint that was switched, deleted or moved', () => {
    const now = (status: string, url = 'https://shop.example/') => ({ ...shown, endpoints: { e1: { status, url } } });
    expect(findChanges(shown, now('disabled'), liveSlack)).toEqual(['endpoint e1 is now disabled']);
    expect(findChanges(shown, now('active', 'https://other.example/'), liveSlack)).toEqual([
      'endpoint e1 now has another URL',
    ]);
    expect(findChanges(shown, { ...shown, endpoints: {} }, liveSlack)).toEqual([]);
  });
});
