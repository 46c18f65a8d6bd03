import { withRabbitmqConnection } from '@delivery/local-stack';
import { pollUntil } from '@delivery/test-support';

type Meant = { queue: string; isMeant: (properties: { messageId?: unknown; correlationId?: unknown }) => boolean };

const limitMs = 60_000;

/**
 * One message is taken and given back so often, which the broker counts as it does the death of a process, and a test has it
 * sooner. Others that are taken meanwhile go back at the end, once.
 */
export const giveBack = (rabbitmqUrl: string, { queue, isMeant }: Meant, times: number): Promise<void> =>
  withRabbitmqConnection(rabbitmqUrl, limitMs, async (connection) => {
    const channel = await connection.createChannel();
    for (let given = 0; given < times;) {
      const taken = await pollUntil('the message', async () => (await channel.get(queue)) || undefined);
      if (!isMeant(taken.properties)) continue;
      channel.reject(taken, true);
      given += 1;
    }
    await channel.close();
  });
