import type { SupervisedProcess } from '@delivery/local-stack';
import { listProcessTree } from '../process-tree.js';
import type { Fault, Part } from './fault.js';

/** Faults of a server's process, be it RabbitMQ or Postgres. */
export const createServerFaults = (
  part: Part,
  serverOf: (stage: { rabbitmqServer: SupervisedProcess; postgresServer: SupervisedProcess }) => SupervisedProcess,
): Fault[] => [
  {
    part,
    name: 'sigkill',
    summary: 'kills the server and starts it again later',
    replicas: [2],
    inject: async ({ stage }) => {
      await serverOf(stage).kill9();
      return () => serverOf(stage).start();
    },
  },
  {
    part,
    name: 'restart',
    summary: 'stops the server in good order and starts it again later',
    replicas: [2],
    inject: async ({ stage }) => {
      await serverOf(stage).stop();
      return () => serverOf(stage).start();
    },
  },
  {
    part,
    name: 'sigstop',
    summary: 'SIGSTOP for the server and all of its processes, continued later',
    replicas: [2],
    inject: ({ stage }) => {
      const pid = serverOf(stage).pid();
      if (pid === undefined) throw new Error(`${part} is not running`);
      const pids = listProcessTree(pid);
      for (const each of pids) process.kill(each, 'SIGSTOP');
      return Promise.resolve(() => {
        for (const each of pids) process.kill(each, 'SIGCONT');
        return Promise.resolve();
      });
    },
  },
];
