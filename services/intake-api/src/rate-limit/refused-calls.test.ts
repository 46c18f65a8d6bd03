import { expect, it } from '@jest/globals';
import { type RefusedCalls, refusedCallsSchema } from '@delivery/contracts';
import { createRefusedCallCounts } from './refused-calls.js';

const ownerId = (n: number): string => n.toString(16).padStart(32, '0');
const startMs = Date.UTC(2026, 0, 31, 19);

const createCounts = () => {
  let nowMs = startMs;
  const state = { reports: [] as RefusedCalls[][], isAway: false };
  const counts = createRefusedCallCounts({
    now: () => (nowMs += 1_000),
    report: (refused) => {
      state.reports.push(refusedCallsSchema.parse({ refused }).refused);
      return state.isAway ? Promise.reject(new Error('away')) : Promise.resolve();
    },
  });
  return { ...counts, state };
};

it('reports for each merchant and limit the number of refused calls, the first and the last time, and each once', async () => {
  const { note, flush, state } = createCounts();
  note(ownerId(1), 'create');
  note(ownerId(1), 'create');
  note(ownerId(1), 'open_polls');
  note(ownerId(2), 'create');
  await flush();
  await flush();
  const at = (seconds: number) => new Date(startMs + seconds * 1_000).toISOString();
  expect(state.reports).toEqual([
    [
      { owner_id: ownerId(1), limit: 'create', count: 2, first_at: at(1), last_at: at(2) },
      { owner_id: ownerId(1), limit: 'open_polls', count: 1, first_at: at(3), last_at: at(3) },
      { owner_id: ownerId(2), limit: 'create', count: 1, first_at: at(4), last_at: at(4) },
    ],
  ]);
});

it('[P12] holds no more than a bound, however many merchants are refused, and nothing while order-state is away', async () => {
  const { note, flush, state } = createCounts();
  for (let n = 0; n < 100_000; n += 1) note(ownerId(n), 'create');
  await flush();
  const reported = state.reports.flat();
  expect(reported).toHaveLength(10_000);
  expect(new Set(reported.map(({ owner_id }) => owner_id)).size).toBe(10_000);
  state.isAway = true;
  state.reports.length = 0;
  for (let n = 0; n < 1_000; n += 1) note(ownerId(n), 'create');
  await flush();
  expect(state.reports).toHaveLength(1);
  state.isAway = false;
  await flush();
  expect(state.reports).toHaveLength(1);
});
