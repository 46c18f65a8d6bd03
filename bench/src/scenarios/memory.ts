import { setTimeout as pause } from 'node:timers/promises';
import { pollUntil } from '@delivery/test-support';
import { ratioOf } from '../measure/compare.js';
import { residentMegabytes } from '../measure/resident-megabytes.js';
import { figuresRow, type Row } from '../report/row.js';
import { startSubjectProduct, type SubjectProduct } from '../subjects/start-subject-product.js';
import { saturateProduct } from './delivery.js';
import { create } from './intake.js';
import type { Scenario, Settings } from './scenario.js';

const atMostMegabytes = 150;
/** The three services together: at rest, and once V8 has had time to give back what a peak has left. */
const togetherAtMost = { idle: 320, later: 420 };
const laterMs = 5 * 60_000;
/** The most by which a process may grow between two moments and still count as flat. */
const flatRatio = 1.2;

/**
 * Resident megabytes of each service: just started, right after as much as it can do, five minutes later, and with the
 * broker away.
 */
export const memory: Scenario = async (settings) => [...(await peakRows(settings)), await brokerAwayRow(settings)];

const peakRows = async ({ world, quick }: Settings): Promise<Row[]> => {
  const subject = await startSubjectProduct(world, { merchants: 20 });
  const atMost = subject.pids().map(({ name }) => ({ figure: name, of: 'product' as const, atMost: atMostMegabytes }));
  const together = (megabytes: number) => ({ figure: 'together', of: 'product' as const, atMost: megabytes });
  try {
    const idle = await residentMegabytes(subject.pids());
    await create(world, subject, 256, quick ? 500 : 5_000);
    await saturateProduct(world, subject, quick ? 100 : 3_000);
    const peak = await residentMegabytes(subject.pids());
    await pause(quick ? 250 : laterMs);
    const later = await residentMegabytes(subject.pids());
    return [
      figuresRow('memory', 'idle', idle, [...atMost, together(togetherAtMost.idle)]),
      figuresRow('memory', 'after the peak', peak, atMost),
      figuresRow('memory', 'five minutes later', later, [...atMost, together(togetherAtMost.later)]),
    ];
  } finally {
    await subject.stop();
  }
};

/** Orders are offered all the time, and refused: memory that a process keeps for them would show. */
const brokerAwayRow = async ({ world, quick }: Settings): Promise<Row> => {
  const subject = await startSubjectProduct(world, { proxied: { rabbitmq: true } });
  const [soonMs, lateMs] = quick ? [250, 250] : [10_000, 60_000];
  const refuse = (durationMs: number) =>
    world.postOrders({ ...subject.createTarget, connections: 64, durationMs, expectedStatus: 503 });
  try {
    await create(world, subject, 64, quick ? 250 : 3_000);
    subject.product.proxies.rabbitmq?.cut();
    // intake-api stays ready, because no other replica has the broker either.
    await pollUntil('the broker is missed', async () => ((await isDegraded(subject)) ? true : undefined));
    await refuse(soonMs);
    const soon = await residentMegabytes(subject.pids());
    await refuse(lateMs);
    const late = await residentMegabytes(subject.pids());
    subject.product.proxies.rabbitmq?.restore();
    await subject.product.waitForReady();
    await create(world, subject, 16, 250);
    return {
      scenario: 'memory',
      what: `broker away for ${(soonMs + lateMs) / 1_000} s under load; floor: after ${soonMs / 1_000} s`,
      product: late,
      reference: soon,
      ratio: ratioOf(late, soon),
      targets: quick ? [] : subject.pids().map(({ name }) => ({ figure: name, of: 'ratio', atMost: flatRatio })),
    };
  } finally {
    await subject.stop();
  }
};

const isDegraded = async ({ product }: SubjectProduct): Promise<boolean> =>
  (await (await fetch(`${product.url('intake-api')}/readyz`)).text()).includes('rabbitmq.publish');
