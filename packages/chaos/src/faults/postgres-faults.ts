import { exhaustConnections } from '../exhaust-connections.js';
import { holdRow } from '../hold-row.js';
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
    inject: ({ stage }) => holdRow(stage.databaseUrl, 'select from orders order by created_at desc limit 1 for update'),
  },
  {
    part: 'postgres',
    name: 'hold-endpoint',
    summary:
      "a session of its own locks the rows of the endpoint with the newest delivery: its webhooks wait, others' go on",
    replicas: [1, 2],
    inject: ({ stage }) =>
      holdRow(
        stage.databaseUrl,
        `select from endpoints e join endpoint_windows w on w.endpoint_id = e.id
         where e.id = (select endpoint_id from webhook_deliveries order by id desc limit 1) for update`,
      ),
  },
];
