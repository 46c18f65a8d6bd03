import { ProblemError } from '@delivery/http-edge';
import type { Transaction } from '@delivery/postgres';
import { lockMerchant } from '../merchants/queries.js';
import { endpointNotFound } from './change-under-lock.js';
import { readTestPace, saveTestPace } from './queries/endpoint-tests.js';
import { paceWithTest, testsPerMinute, testWaitMs } from './rules/pace-tests.js';

/**
 * Notes that a test begins, over all replicas.
 * @throws ProblemError `endpoint_not_found`, or `rate_limited` with Retry-After
 */
export const beginTest = async (
  client: Transaction,
  target: { merchantId: string; endpointId: string },
  nowMs: number,
): Promise<void> => {
  await lockMerchant(client, target.merchantId);
  const pace = await readTestPace(client, target.merchantId, target.endpointId);
  if (!pace) throw endpointNotFound();
  const waitMs = testWaitMs(pace, nowMs);
  if (waitMs > 0) throw tooManyTests(Math.ceil(waitMs / 1_000));
  await saveTestPace(client, target, paceWithTest(pace, nowMs));
};

const tooManyTests = (waitSeconds: number): ProblemError =>
  new ProblemError(
    'rate_limited',
    `One test of an endpoint at a time, and ${testsPerMinute} a minute of all. Try again in ${waitSeconds} s.`,
    { headers: { 'retry-after': String(waitSeconds) } },
  );
