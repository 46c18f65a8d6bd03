import { pollUntil } from '@delivery/test-support';
import { compiledUrl } from '../load/child.js';
import { readBrokerCounters } from '../measure/broker-counters.js';
import { openPostgresCounters } from '../measure/postgres-counters.js';
import { cpuDuring } from '../measure/process-costs.js';
import { figuresRow } from '../report/row.js';
import { startSubjectProduct, type SubjectProduct } from '../subjects/start-subject-product.js';
import { saturateProduct } from './delivery.js';
import type { Scenario } from './scenario.js';

const counter = compiledUrl('src/measure/count-statements');

/** The cost of one order at saturation: a create, a ready, two webhooks, all of it settled. */
export const cost: Scenario = async ({ world, quick }) => {
  const env = { 'order-state': { NODE_OPTIONS: `--import ${counter}` } };
  const subject = await startSubjectProduct(world, { merchants: 20, env });
  const counters = await openPostgresCounters(subject.product.databaseUrl);
  const orderCount = quick ? 200 : 3_000;
  try {
    await saturateProduct(world, subject, quick ? 50 : 1_000);
    const read = async () => ({
      ...(await counters.read()),
      ...(await readBrokerCounters(subject.product.rabbitmqUrl)),
      statements: await statementsOf(subject),
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

const statementsOf = async ({ product }: SubjectProduct): Promise<number> => {
  const lines = () => product.logs('order-state').filter(({ fields }) => fields?.['msg'] === 'bench.statements');
  const known = lines().length;
  process.kill(product.service('order-state').pid() ?? 0, 'SIGUSR2');
  return pollUntil('the count of statements', () => {
    const count = lines()[known]?.fields?.['count'];
    return typeof count === 'number' ? count : undefined;
  });
};
