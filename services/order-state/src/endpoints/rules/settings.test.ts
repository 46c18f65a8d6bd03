import { describe, expect, it } from '@jest/globals';
import { unsetSettings } from '@delivery/contracts';
import { changedSettings } from './settings.js';

const before = {
  ...unsetSettings,
  url: 'https://shop.example/',
  events: ['status_changed' as const, 'tracking_url_added' as const],
  header: { name: 'X-Key', sealed: 'a' },
  max_per_second: 5,
  open_delivery: { client_id: 'oauth_1', sealed: 'b' },
};

describe('The changed settings of an endpoint', () => {
  it('are none where all are equal, also with the events in another order', () => {
    const same = { ...before, events: [...before.events].reverse(), header: { ...before.header } };
    expect(changedSettings(before, same)).toEqual([]);
  });

  it.each([
    ['name', { name: 'Kitchen' }],
    ['url', { url: 'https://shop.example/v2' }],
    ['events', { events: null }],
    ['events', { events: ['status_changed' as const] }],
    ['header', { header: null }],
    ['header', { header: { name: 'X-Key', sealed: 'b' } }],
    ['max_per_second', { max_per_second: null }],
    ['give_up_after', { give_up_after: 900 }],
    ['oauth_client_id', { open_delivery: { client_id: 'oauth_2', sealed: 'b' } }],
  ])('is named by the setting: %s', (name, change) => {
    expect(changedSettings(before, { ...before, ...change })).toEqual([name]);
  });
});
