import { describe, expect, it } from '@jest/globals';
import { unsetSettings } from '@delivery/contracts';
import { findCrowded, type Recipient, recipientMax } from './recipients.js';

const plain: Recipient = { ...unsetSettings, is_open_delivery: false };
const full = Array.from({ length: recipientMax }, () => plain);

describe('findCrowded', () => {
  it.each<[string, Recipient]>([
    ['another event', { ...plain, events: ['order_changed'] }],
    ['an operational event beside five of Open Delivery', { ...plain, events: ['rate_limited'] }],
  ])('allows a sixth endpoint that gets %s', (_what, sixth) => {
    const five = sixth.events?.[0] === 'rate_limited' ? full.map((one) => ({ ...one, is_open_delivery: true })) : full;
    expect(findCrowded([...five, sixth])).toBeUndefined();
  });

  it('names the event that six endpoints may get', () => {
    expect(findCrowded([...full, plain])).toBe('status_changed');
    expect(findCrowded([...full, { ...plain, events: ['tracking_url_added'] }])).toBe('tracking_url_added');
    expect(findCrowded([...full, { ...plain, is_open_delivery: true }])).toBe('status_changed');
  });

  it('counts endpoints of different statuses and stores apart', () => {
    const events: Recipient['events'] = ['status_changed'];
    const ofStatus = (status: 'ready' | 'delivered') => ({ ...plain, events, statuses: [status] });
    const ofStore = (ref: string) => ({ ...plain, store_refs: [ref] });
    const fiveOf = (one: Recipient) => Array.from({ length: recipientMax }, () => one);
    expect(findCrowded([...fiveOf(ofStatus('ready')), ...fiveOf(ofStatus('delivered'))])).toBeUndefined();
    expect(findCrowded([...fiveOf(ofStore('a')), ...fiveOf(ofStore('b')), ...fiveOf(ofStore('c'))])).toBeUndefined();
    expect(findCrowded([...fiveOf(ofStore('a')), { ...plain, store_refs: ['b', 'a'] }])).toBe('status_changed');
    expect(findCrowded([...fiveOf(ofStore('a')), plain])).toBe('status_changed');
  });
});
