export { welcomeLines } from './demo/print-welcome.js';
export { removeDataDir } from './containers/remove-data-dir.js';
export { choosePorts } from './files/choose-ports.js';
export { makeDataDir } from './files/make-data-dir.js';
export { DirectoryInUseError } from './files/lock-directory.js';
export { findOrStartPostgres, type PostgresOptions } from './postgres/find-or-start-postgres.js';
export { type LocalStandby, startLocalStandby } from './postgres/start-local-standby.js';
export { grantRows, workingRole } from './postgres/working-role.js';
export type { RunningPostgres } from './postgres/running-postgres.js';
export type { ChildExit, ChildSpec } from './processes/child-process.js';
export { onStopSignal } from './processes/on-stop-signal.js';
export type { RestartPolicy } from './processes/restart-delay.js';
export type { SupervisedProcess, SupervisionEvent } from './processes/supervise-process.js';
export {
  superviseProcesses,
  type ProcessSpec,
  type SupervisedProcesses,
  type SuperviseOptions,
} from './processes/supervise-processes.js';
export { openCacheDir } from './rabbitmq/cache-dir.js';
export { findOrStartRabbitmq, type RabbitmqOptions } from './rabbitmq/find-or-start-rabbitmq.js';
export { type BrokerUrls, forEachBrokerUser, makeBrokerUsers, sameBrokerUrl } from './rabbitmq/broker-users.js';
export type { RunningRabbitmq } from './rabbitmq/running-rabbitmq.js';
export { withRabbitmqConnection } from './rabbitmq/with-connection.js';
export { nodeFlags } from './product/service-specs.js';
export { startServers, type RunningServers, type ServersOptions } from './start-servers.js';
export { findOrUnpackPrometheus, type PrometheusInstallation } from './prometheus/find-or-unpack-prometheus.js';
