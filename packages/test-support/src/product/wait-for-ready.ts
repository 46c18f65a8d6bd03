import { pollUntil } from '../poll-until.js';
import { callJson } from './call-json.js';
import type { ServiceProcess } from './service-process.js';

/** Until every running replica says that it is ready, its advisory checks included. */
export const waitForReady = async (services: readonly ServiceProcess[], timeoutMs = 60_000): Promise<void> => {
  const running = services.filter((service) => service.isRunning());
  await Promise.all(
    running.map((service) => {
      const isReady = async () => {
        const { status, body, text } = await callJson(`${service.url()}/readyz`);
        if (status !== 200 || 'degraded' in body) throw new Error(text);
        service.noteReady();
        return true;
      };
      return pollUntil(`${service.name} ${service.replica} ready`, isReady, timeoutMs);
    }),
  );
};
