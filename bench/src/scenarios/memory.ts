import { residentMegabytes } from '../measure/resident-megabytes.js';
import { figuresRow } from '../report/row.js';
import { startSubjectProduct } from '../subjects/start-subject-product.js';
import { saturateProduct } from './delivery.js';
import { create } from './intake.js';
import type { Scenario } from './scenario.js';

/** Resident megabytes of each service: just started, and right after as much as it can do. */
export const memory: Scenario = async ({ world, quick }) => {
  const subject = await startSubjectProduct(world, { merchants: 20 });
  const atMost = subject.pids().map(({ name }) => ({ figure: name, of: 'product' as const, atMost: 150 }));
  try {
    const idle = await residentMegabytes(subject.pids());
    await create(world, subject, 256, quick ? 500 : 5_000);
    await saturateProduct(world, subject, quick ? 100 : 3_000);
    const peak = await residentMegabytes(subject.pids());
    return [figuresRow('memory', 'idle', idle, atMost), figuresRow('memory', 'after the peak', peak, atMost)];
  } finally {
    await subject.stop();
  }
};
