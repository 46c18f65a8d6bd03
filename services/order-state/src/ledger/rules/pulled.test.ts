import { describe, expect, it } from '@jest/globals';
import { sharePolls } from './pulled.js';
import { takenMax } from './window.js';

const pollOf = (place: number, endpointId: string, limit = 100) => ({
  place,
  owner_id: 'a'.repeat(32),
  endpoint_id: endpointId,
  limit,
  visibility_ms: 1_000 + place,
});

describe('polls that come together', () => {
  it('get turns of their own where they are of one endpoint, in the order in which they came', () => {
    const { rooms, shares } = sharePolls(
      [pollOf(0, 'a', 3), pollOf(1, 'b', 1), pollOf(2, 'a', 2)],
      [
        { endpointId: 'a', inFlight: 0 },
        { endpointId: 'b', inFlight: 0 },
      ],
      50,
    );
    expect(rooms).toEqual([
      { endpointId: 'a', room: 5 },
      { endpointId: 'b', room: 1 },
    ]);
    expect(shares).toEqual([
      { place: 0, endpointId: 'a', firstTurn: 1, lastTurn: 3, visibleUntilMs: 1_050 },
      { place: 2, endpointId: 'a', firstTurn: 4, lastTurn: 5, visibleUntilMs: 1_052 },
      { place: 1, endpointId: 'b', firstTurn: 1, lastTurn: 1, visibleUntilMs: 1_051 },
    ]);
  });

  it('get nothing from an endpoint at its limit of unacked messages, and only the rest near it', () => {
    const windows = [
      { endpointId: 'full', inFlight: takenMax },
      { endpointId: 'nearly', inFlight: takenMax - 2 },
    ];
    const { rooms } = sharePolls([pollOf(0, 'full'), pollOf(1, 'nearly')], windows, 0);
    expect(rooms).toEqual([{ endpointId: 'nearly', room: 2 }]);
  });

  it('get a thousand messages together at most, however many each asks for', () => {
    const polls = Array.from({ length: 100 }, (_, place) => pollOf(place, `e${place}`));
    const windows = polls.map(({ endpoint_id }) => ({ endpointId: endpoint_id, inFlight: 0 }));
    const { rooms } = sharePolls(polls, windows, 0);
    expect(rooms.reduce((sum, { room }) => sum + room, 0)).toBe(1_000);
  });
});
