import { describe, lastLines, type ServiceProcess } from './service-process.js';

/** Services promise to drain within 25 s, and name at its end the step that they were waiting for. */
const drainMaxMs = 26_000;

/** Stops all services, then always frees what was made for them. @throws AggregateError of every fault */
export const stopProduct = async (deps: {
  services: readonly ServiceProcess[];
  release: readonly (() => Promise<void>)[];
}): Promise<void> => {
  const faults: unknown[] = deps.services.flatMap(explainExit);
  const ended = await Promise.allSettled(deps.services.filter((service) => service.isRunning()).map(drain));
  faults.push(...ended.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])));
  for (const release of deps.release) await release().catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw new AggregateError(faults, `the product did not stop cleanly: ${faults.join('; ')}`);
};

const explainExit = (service: ServiceProcess): Error[] => {
  const exit = service.unexpectedExit();
  if (!exit) return [];
  return [new Error(`${service.name} ${service.replica} ended ${describe(exit)}:\n${lastLines(service.logs())}`)];
};

const drain = async (service: ServiceProcess): Promise<void> => {
  const overdue = new AbortController();
  const timer = setTimeout(() => {
    overdue.abort();
    void service.kill();
  }, drainMaxMs);
  // A stopped process hears no SIGTERM.
  await service.kill('SIGCONT');
  const exit = await service.kill('SIGTERM');
  clearTimeout(timer);
  if (exit?.code === 0) return;
  const late = overdue.signal.aborted ? `, ${drainMaxMs} ms after SIGTERM` : '';
  const how = exit ? describe(exit) : 'unseen';
  throw new Error(`${service.name} ${service.replica} ended ${how}${late}:\n${lastLines(service.logs())}`);
};
