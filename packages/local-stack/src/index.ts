export { welcomeLines } from './demo/print-welcome.js';
export { removeDataDir, makeDataDir } from './containers/data-dir.js';
export { choosePorts } from './files/choose-ports.js';
export { DirectoryInUseError } from './processes/start-own-server.js';
export { findOrStartPostgres, type PostgresOptions } from './postgres/find-or-start-postgres.js';
export { archiveSettings, backUpCluster, type LocalBackup } from './postgres/base-backup.js';
export { type LocalStandby, startLocalStandby } from './postgres/start-local-standby.js';
export { grantRows, withClient, workingRole } from './postgres/database.js';
export type { RunningPostgres } from './postgres/start-local-postgres.js';
export type { ChildExit, ChildSpec } from './processes/child-process.js';
export { onStopSignal } from './processes/on-stop-signal.js';
export {
  type RestartPolicy,
  type SupervisedProcess,
  type SupervisionEvent,
  superviseProcesses,
  type ProcessSpec,
  type SupervisedProcesses,
  type SuperviseOptions,
} from './processes/supervise-processes.js';
export { openCacheDir } from './rabbitmq/apt.js';
export { findOrStartRabbitmq, type RabbitmqOptions } from './rabbitmq/find-or-start-rabbitmq.js';
export { type BrokerUrls, forEachBrokerUser, makeBrokerUsers, sameBrokerUrl } from './rabbitmq/broker-users.js';
export type { RunningRabbitmq } from './rabbitmq/start-local-rabbitmq.js';
export { withRabbitmqConnection } from './rabbitmq/with-connection.js';
export { nodeFlags } from './product/services.js';
export { startServers, type RunningServers, type ServersOptions } from './start-servers.js';
export { findOrUnpackPrometheus, type PrometheusInstallation } from './prometheus/find-or-unpack-prometheus.js';
