import { describe, expect, it } from '@jest/globals';
import { ageOfSecrets, secretsAt } from './secret-times.js';

const hour = 3_600_000;
const overlapMs = 24 * hour;
const held = (...names: string[]) => names.map((sealed) => ({ sealed, expires_at: null }));
/** Created at 0, rotated after 100 and after 200 hours. */
const times = { createdAtMs: 0, rotatedAtMs: [200 * hour, 100 * hour] };
const at = (hours: number, secrets = held('third', 'second', 'first')) =>
  secretsAt(secrets, times, { atMs: hours * hour, overlapMs, unsureMs: 0.2 * hour })?.map(({ sealed }) => sealed);

describe('The secrets that signed', () => {
  it('are the current one, and for a day the one before it', () => {
    expect(at(50)).toEqual(['first']);
    expect(at(110)).toEqual(['second', 'first']);
    expect(at(150)).toEqual(['second']);
    expect(at(223)).toEqual(['third', 'second']);
    expect(at(300)).toEqual(['third']);
  });

  it('[P29] are not known where one of them is gone', () => {
    const kept = held('third', 'second');
    expect(at(50, kept)).toBeUndefined();
    expect(at(110, kept)).toBeUndefined();
    expect(at(150, kept)).toEqual(['second']);
  });

  it('are not known so shortly after a change that the webhook may have been released before it', () => {
    for (const hours of [100, 100.1, 124.1, 200.1]) expect(at(hours)).toBeUndefined();
    expect(at(100.3)).toEqual(['second', 'first']);
  });

  it('of an endpoint that was never rotated are its one secret, from its first moment on', () => {
    const never = { createdAtMs: 0, rotatedAtMs: [] };
    expect(secretsAt(held('first'), never, { atMs: 1, overlapMs, unsureMs: hour })).toEqual(held('first'));
  });
});

describe('The age of secrets', () => {
  it('is told by the log, and null where it does not go back as far', () => {
    const secrets = [
      { sealed: 'c', expires_at: null },
      { sealed: 'b', expires_at: new Date(20 * hour).toISOString() },
      { sealed: 'a', expires_at: new Date(10 * hour).toISOString() },
    ];
    expect(ageOfSecrets(secrets, times, 15 * hour)).toEqual({
      createdAtMs: 200 * hour,
      olderValidUntilMs: 20 * hour,
    });
    expect(ageOfSecrets(secrets, { createdAtMs: null, rotatedAtMs: [] }, 30 * hour)).toEqual({
      createdAtMs: null,
      olderValidUntilMs: null,
    });
  });
});
