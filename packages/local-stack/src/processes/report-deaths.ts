import { describeExit, type SupervisionEvent } from './supervise-process.js';

/** Logs a server's unexpected death. Starts are logged by the code that waits for them. */
export const reportDeaths =
  (log: (line: string) => void) =>
  (event: SupervisionEvent): void => {
    if (event.type !== 'died') return;
    const next =
      event.restartInMs === undefined ? 'it is not restarted' : `starting it again in ${event.restartInMs} ms`;
    log(`${event.name} died (${describeExit(event.exit)}): ${next}`);
  };
