import { expect, it } from '@jest/globals';
import { operationalBodySchema } from '@delivery/contracts';
import { groupLanes, type Happening, toEvents } from './operational-events.js';

const nowMs = Date.UTC(2026, 5, 1, 12);
const kitchen = '0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11';
const till = '019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9';
const of = (endpointId: string) => ({
  endpoint_id: endpointId,
  owner_id: 'm',
  since: new Date(nowMs - 60_000),
  error_code: 'timeout',
});
const happened: Happening[] = [
  { kind: 'failing', ...of(kitchen) },
  { kind: 'not_fetching', ...of(till) },
  { kind: 'exhausted', ...of(kitchen), count: 1, delivery_ids: [till] },
  { kind: 'disabled', ...of(kitchen) },
];

it('numbers the events of each endpoint by themselves, and shows only the origin of a URL', () => {
  const lanes = groupLanes(happened, nowMs);
  expect(lanes).toMatchObject([
    { endpointId: kitchen, count: 3, digestAtMs: nowMs },
    { endpointId: till, count: 1, digestAtMs: null },
  ]);
  const events = toEvents(happened, {
    lastSequences: new Map(lanes.map(({ id, endpointId }) => [id, endpointId === kitchen ? 7 : 1])),
    endpoints: new Map([
      [kitchen, { name: 'Kitchen', url: 'https://user.example/hush?token=hush', disabledReason: 'gone' }],
    ]),
    platforms: new Map([['m', 'plat_1']]),
    publicUrl: undefined,
    nowMs,
  });
  expect(events.map(({ sequence, event, platform }) => [sequence, event, platform])).toEqual([
    [5, 'endpoint_failing', 'plat_1'],
    [1, 'endpoint_not_fetching', 'plat_1'],
    [6, 'delivery_exhausted', 'plat_1'],
    [7, 'endpoint_disabled', 'plat_1'],
  ]);
  const bodies = events.map(({ body }) => operationalBodySchema.parse(JSON.parse(body)));
  expect(bodies.map((body) => 'endpoint' in body && body.endpoint.origin)).toEqual([
    'https://user.example',
    null,
    'https://user.example',
    'https://user.example',
  ]);
  expect(JSON.stringify(bodies)).not.toMatch(/hush|portal_url/);
});
