import { describe, expect, test } from '@jest/globals';
import { findChanges, findFaults, type KnownSettings, type TypedSettings } from './endpoint-settings.js';

const known: KnownSettings = {
  type: 'push',
  format: 'standard_webhooks',
  oauth_client_id: null,
  name: null,
  url: 'https://shop.example/hook?key=***',
  events: ['status_changed'],
  statuses: null,
  store_refs: ['centro'],
  header: { name: 'X-Key', value: '***' },
  max_per_second: 5,
  give_up_after: null,
};
const typed: TypedSettings = {
  name: '',
  url: 'https://shop.example/hook?key=***',
  events: new Set(['status_changed']),
  statuses: new Set(),
  stores: 'centro',
  header: 'keep',
  headerName: 'X-Key',
  headerValue: '',
  numbers: { max_per_second: '5' },
  format: 'standard_webhooks',
  clientId: '',
};

describe('the changes of an endpoint', () => {
  test('is nothing while the form is as it was opened, though its URL is masked', () => {
    expect(findChanges(typed, known)).toEqual({});
    expect(findFaults(typed, known)).toEqual({});
  });

  test.each([
    [{ name: 'Kitchen' }, { name: 'Kitchen' }],
    [{ url: 'https://shop.example/v2' }, { url: 'https://shop.example/v2' }],
    [{ events: new Set<never>() }, { events: null }],
    [
      { events: new Set(['status_changed', 'tracking_url_added'] as const) },
      { events: ['status_changed', 'tracking_url_added'] },
    ],
    [{ statuses: new Set(['delivered'] as const) }, { statuses: ['delivered'] }],
    [{ stores: ' norte,centro ' }, { store_refs: ['norte', 'centro'] }],
    [{ stores: '' }, { store_refs: null }],
    [{ header: 'none' as const }, { header: null }],
    [{ header: 'set' as const, headerValue: 'hush' }, { header: { name: 'X-Key', value: 'hush' } }],
    [{ numbers: {} }, { max_per_second: null }],
    [{ numbers: { max_per_second: '12' } }, { max_per_second: 12 }],
    [{ numbers: { max_per_second: '5', give_up_after: '60' } }, { give_up_after: 3_600 }],
  ])('is what differs and nothing else: %j', (edit, changes) => {
    expect(findChanges({ ...typed, ...edit }, known)).toEqual(changes);
  });

  test('is of a pull endpoint its events alone', () => {
    const pulled: KnownSettings = {
      type: 'pull',
      format: 'standard_webhooks',
      oauth_client_id: null,
      name: null,
      url: null,
      events: null,
      statuses: null,
      store_refs: null,
      header: null,
      max_per_second: null,
      give_up_after: null,
    };
    const filled: TypedSettings = { ...typed, url: '', header: 'set', headerName: '', stores: '', numbers: {} };
    expect(findChanges(filled, pulled)).toEqual({ events: ['status_changed'] });
    expect(findFaults(filled, pulled)).toEqual({});
  });
});

describe('the OAuth client of an endpoint for Open Delivery', () => {
  const till: KnownSettings = { ...known, events: null, format: 'open_delivery', oauth_client_id: 'oauth_1' };
  const filled: TypedSettings = { ...typed, events: new Set(), format: 'open_delivery', clientId: 'oauth_1' };

  test('is changed by choosing another one', () => {
    expect(findChanges(filled, till)).toEqual({});
    expect(findChanges({ ...filled, clientId: 'oauth_2' }, till)).toEqual({ oauth_client_id: 'oauth_2' });
  });

  test('has to be chosen', () => {
    expect(findFaults({ ...filled, clientId: '' }, till)).toEqual({ client: 'client_choose' });
    expect(findFaults(filled, till)).toEqual({});
  });
});

describe('the faults of a form', () => {
  test.each([
    [{ url: 'shop.example' }, { url: 'url_whole' }],
    [{ url: 'https://shop.example/v2?key=***' }, { url: 'url_masked' }],
    [{ url: 'https://elsewhere.example/hook' }, { header: 'header_again' }],
    [{ url: 'https://elsewhere.example/hook', header: 'none' as const }, {}],
    [{ url: 'https://shop.example/other' }, {}],
    ...['0', '1001', '1.5', '-1', 'ten'].map(
      (typed) => [{ numbers: { max_per_second: typed } }, { max_per_second: 'number_range' }] as const,
    ),
    [{ numbers: { max_per_second: '1000' } }, {}],
  ])('are named by the field: %j', (edit, faults) => {
    expect(findFaults({ ...typed, ...edit }, known)).toEqual(faults);
  });

  test('are named for a new endpoint too', () => {
    const filled: TypedSettings = { ...typed, header: 'set', headerName: '', url: 'nothing' };
    expect(findFaults(filled)).toEqual({ url: 'url_whole' });
    expect(findFaults({ ...filled, url: 'https://shop.example/' })).toEqual({});
  });
});
