import { readBrokerCounters } from '../measure/broker-counters.js';
import { openPostgresCounters } from '../measure/postgres-counters.js';
import { cpuDuring } from '../measure/process-costs.js';
import { figuresRow } from '../report/row.js';
import { startSubjectProduct } from '../subjects/start-subject-product.js';
import { saturateProduct } from './delivery.js';
import type { Scenario } from './scenario.js';

/** The cost of one order at saturation: a create, a ready, two webhooks, all of it settled. */
export const cost: Scenario = async ({ world, quick }) => {
  const subject = await startSubjectProduct(world, { merchants: 20 });
  const counters = await openPostgresCounters(subject.product.databaseUrl);
  const orderCount = quick ? 200 : 3_000;
  try {
    await saturateProduct(world, subject, quick ? 50 : 1_000);
    const read = async () => ({
      ...(await counters.read()),
      ...(await readBrokerCounters(subject.product.rabbitmqUrl)),
    });
    const before = await read();
    const processes = [...subject.pids(), ...(await counters.backends())];
    const { cpu } = await cpuDuring(processes, () => saturateProduct(world, subject, orderCount));
    const after = await read();
    const perOrder = (name: keyof typeof after) => (after[name] - before[name]) / orderCount;
    const seconds = Object.entries(cpu).map(([name, used]): [string, number] => [
      `${name}: CPU s per 1,000`,
      (used * 1_000) / orderCount,
    ]);
    return [
      figuresRow(
        'cost',
        'create + ready + 2 webhooks, saturated',
        {
          statementsPerOrder: perOrder('statements'),
          rowsPerOrder: perOrder('rows'),
          walBytesPerOrder: perOrder('walBytes'),
          messagesPerOrder: perOrder('messages'),
          bytesToBrokerPerOrder: perOrder('receivedBytes'),
          bytesFromBrokerPerOrder: perOrder('sentBytes'),
          ...Object.fromEntries(seconds),
        },
        [{ figure: 'statementsPerOrder', of: 'product', atMost: 1 }],
      ),
    ];
  } finally {
    await counters.close();
    await subject.stop();
  }
};
