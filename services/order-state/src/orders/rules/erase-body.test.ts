import { describe, expect, it } from '@jest/globals';
import { eraseBody, eraseCourierName } from './erase-body.js';

const head = {
  id: 'o',
  external_id: 'e',
  display_id: '1',
  status: 'ready',
  updated_at: 'u',
  external_data: { note: 'Ana' },
};
const erased = (body: object): unknown => JSON.parse(eraseBody(JSON.stringify(body)));

describe('An erased body', () => {
  it('keeps ids, statuses, times and codes, and loses words and addresses', () => {
    const reason = { code: 'absent', message: 'Ana was not at home' };
    const status = {
      ...head,
      event: 'status_changed',
      previous_status: 'created',
      reason,
      tracking_url: 'https://t.example/Ana',
    };
    expect(erased(status)).toEqual({
      ...{ ...head, external_data: {}, event: 'status_changed', previous_status: 'created' },
      reason: { code: 'absent' },
    });
    expect(erased({ ...head, event: 'tracking_url_added', tracking_url: 'https://t.example/Ana' })).toMatchObject({
      tracking_url: 'https://erased.invalid/',
    });
    expect(erased({ ...head, event: 'courier_assigned', courier: { name: 'Rui', vehicle: 'bicycle' } })).toMatchObject({
      courier: { name: null, vehicle: 'bicycle' },
    });
  });

  it('has no undecided field, on any level', () => {
    const body = {
      ...head,
      event: 'eta_changed',
      eta: { delivery_at: 'at', place: 'Rua 1' },
      delivery_notes: 'ring twice',
    };
    expect(erased(body)).toEqual({ ...head, external_data: {}, event: 'eta_changed', eta: { delivery_at: 'at' } });
    expect(erased({ ...head, event: 'of_a_later_version', customer: 'Ana' })).toEqual({
      ...{ ...head, external_data: {} },
      event: 'of_a_later_version',
    });
    expect(erased({ event: 'delivery_offered', delivery_id: 'd', customer: 'Ana' })).toEqual({
      event: 'delivery_offered',
      delivery_id: 'd',
    });
  });

  it('is the same text when it is erased again', () => {
    const once = eraseBody(JSON.stringify({ ...head, event: 'delivery_requested' }));
    expect(eraseBody(once)).toBe(once);
  });
});

it('A courier’s name is erased from the end of a body, and the text before it stays', () => {
  const before = '{"external_data":{"courier":{"name":"x","vehicle":"car"}},"n":1.0,"courier":{"name":';
  expect(eraseCourierName(`${before}"Rui \\"R\\"","vehicle":"bicycle"}}`)).toBe(`${before}null,"vehicle":"bicycle"}}`);
});
