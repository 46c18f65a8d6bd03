import { exhaustConnections } from '../exhaust-connections.js';
import { holdNewestOrder } from '../hold-newest-order.js';
import type { Fault } from './fault.js';
import { createNetworkFaults } from './network-faults.js';
import { createServerFaults } from './server-faults.js';

export const postgresFaults: readonly Fault[] = [
  ...createServerFaults('postgres', (stage) => stage.postgresServer),
  ...createNetworkFaults('postgres', [2], ({ stage }) => [stage.postgresProxy]),
  {
    part: 'postgres',
    name: 'exhaust-connections',
    summary: "ends the service's connections and takes every one that the server has",
    replicas: [2],
    inject: ({ stage }) => exhaustConnections(stage.databaseUrl),
  },
  {
    part: 'postgres',
    name: 'hold-order',
    summary: 'a session of its own locks the row of the newest order',
    replicas: [1, 2],
    inject: ({ stage }) => holdNewestOrder(stage.databaseUrl),
  },
];
