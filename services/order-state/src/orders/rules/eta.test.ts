import { describe, expect, it } from '@jest/globals';
import { tellEtaAtMs } from './eta.js';

const told = { pickup_at: '2026-01-01T12:00:00Z', delivery_at: '2026-01-01T12:30:00Z', at_ms: 1_000 };
const { pickup_at, delivery_at } = told;

describe('A time of arrival', () => {
  it('that was never told may be told at once', () => {
    expect(tellEtaAtMs({ delivery_at })).toBe(0);
  });

  it('is told a minute after the last time where one of both has moved by a minute, or came or went', () => {
    for (const eta of [
      { pickup_at: '2026-01-01T12:01:00Z', delivery_at },
      { pickup_at, delivery_at: '2026-01-01T12:29:00Z' },
      { delivery_at },
    ])
      expect(tellEtaAtMs({ ...eta, told })).toBe(61_000);
    expect(tellEtaAtMs({ pickup_at, delivery_at, told: { delivery_at, at_ms: 1_000 } })).toBe(61_000);
  });

  it('is not told where it moved by less, or is written otherwise', () => {
    expect(
      tellEtaAtMs({ pickup_at: '2026-01-01T12:00:59Z', delivery_at: '2026-01-01T12:30:00.000Z', told }),
    ).toBeNull();
  });
});
