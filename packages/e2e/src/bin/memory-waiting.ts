/**
 * Prints the memory of order-state and webhook-dispatcher before and while `WAITING` deliveries (default 100,000) wait
 * for a server that hangs. Needs TEST_DATABASE_URL, TEST_RABBITMQ_URL and TEST_RABBITMQ_MANAGEMENT_URL.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  buildOrder,
  expectSuccess,
  fillWaiting,
  type ServiceName,
  startEndpointServer,
  startProduct,
} from '@delivery/test-support';

const waitingCount = Number(process.env['WAITING'] ?? 100_000);
const watchedSeconds = 60;
const names: readonly ServiceName[] = ['order-state', 'webhook-dispatcher'];

const product = await startProduct();
const hanging = await startEndpointServer({ respond: () => ({ kind: 'hang' }) });
const well = await startEndpointServer();

const residentMiB = (name: ServiceName): number => {
  const status = readFileSync(`/proc/${product.service(name).pid() ?? 0}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};
const print = async (when: string) => {
  const { waiting, in_flight: inFlight } = await product.operator.audit();
  const memory = names.map((name) => `${name} ${residentMiB(name)} MiB`).join(', ');
  process.stdout.write(`${when}: waiting ${waiting}, in flight ${inFlight}: ${memory}\n`);
};
const sendReady = async (merchant: Awaited<ReturnType<typeof product.createMerchant>>, count: number) => {
  for (let n = 0; n < count; n += 1) {
    const id = String(expectSuccess(await merchant.create(buildOrder()))['id']);
    expectSuccess(await product.operator.status(id, 'ready'));
  }
};

const healthy = await product.createMerchant({ webhookUrl: well.url });
await sendReady(healthy, 200);
await product.waitForQuiet();
await print('before');
const stuck = await product.createMerchant({ webhookUrl: hanging.url });
await fillWaiting(product.databaseUrl, { merchantId: stuck.id, endpointId: stuck.endpoint!.id, count: waitingCount });
await sendReady(stuck, 1);
for (let second = 0; second < watchedSeconds; second += 20) {
  await sendReady(healthy, 50);
  await print(`after ${second} s`);
  await delay(20_000);
}
await sendReady(healthy, 50);
await print(`after ${watchedSeconds} s`);
await hanging.close();
await well.close();
await product.close();
