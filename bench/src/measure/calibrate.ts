import { createHash } from 'node:crypto';
import { median } from './latencies.js';

const rounds = 30_000;
const tries = 5;

/**
 * CPU milliseconds that a fixed piece of work takes on one core: hashing, and JSON there and back. Costs of another hour or
 * machine compare as multiples of it. The median of five; the first ones compile.
 */
export const calibrate = (): number => median(Array.from({ length: tries }, work));

const work = (): number => {
  const from = process.cpuUsage();
  const block = Buffer.alloc(64);
  let text = '{}';
  for (let round = 0; round < rounds; round += 1) {
    block.set(createHash('sha256').update(block).digest());
    text = JSON.stringify({ ...JSON.parse(text), round, block: 'x'.repeat(40), pair: [round, block[0]] });
  }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
};
