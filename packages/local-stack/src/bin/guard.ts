import { endContainersOf } from '../containers/end-container.js';
import { stopChildrenOf } from '../processes/stop-process.js';

/**
 * `guard <data dir> <pid> <start time>`: waits for the end of standard input, then stops that process's children and
 * containers.
 */
const [dataDir, pid, startedAt] = process.argv.slice(2);
if (!dataDir || !pid || !startedAt) throw new Error('usage: guard <data dir> <supervisor pid> <supervisor start time>');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // A signal to the whole process tree ends the supervisor too, and the guard must outlive it.
  process.on(signal, () => undefined);
}
process.stdin.resume();
process.stdin.on('close', () => void stopAll(dataDir));

const stopAll = async (directory: string): Promise<void> => {
  const supervisor = { pid: Number(pid), startedAt };
  const stopped = [...(await stopChildrenOf(directory, supervisor)), ...(await endContainersOf(directory, supervisor))];
  const time = new Date().toISOString();
  if (stopped.length > 0) process.stdout.write(`${time} process ${pid} ended: stopped ${stopped.join(', ')}\n`);
};
