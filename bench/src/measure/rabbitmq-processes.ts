import { z } from 'zod';
import { pollUntil } from '@delivery/test-support';
import type { ProcessGroup } from './process-costs.js';

const nodesSchema = z.array(z.object({ os_pid: z.coerce.number() }));

/** The broker's processes from its management API, which knows them only some seconds after a start. */
export const rabbitmqProcesses = async (): Promise<ProcessGroup> => {
  const { origin, username, password } = new URL(process.env['TEST_RABBITMQ_MANAGEMENT_URL'] ?? '');
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const nodes = await pollUntil('the process of the broker', async () => {
    const response = await fetch(`${origin}/api/nodes`, { headers: { authorization } });
    if (!response.ok) throw new Error(`the management API answered ${response.status}`);
    return nodesSchema.safeParse(await response.json()).data;
  });
  return { name: 'rabbitmq', pids: () => Promise.resolve(nodes.map(({ os_pid: pid }) => pid)) };
};
