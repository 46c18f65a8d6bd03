import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Where the programs of a RabbitMQ are. */
export type RabbitmqInstallation = {
  kind: 'installed' | 'packages';
  /** Holds the bare scripts `rabbitmq-server` and `rabbitmqctl`. */
  scriptsDir: string;
  /** Directories to search before the usual ones: Erlang's own. */
  path: readonly string[];
  /** Shared libraries that the system lacks. */
  libraryPath: readonly string[];
};

/**
 * An installed RabbitMQ. Its scripts are called directly: the wrappers that distributions put on the path switch to the
 * system's user and data. Bare scripts have `rabbitmq-env` beside them.
 */
export const findInstalledRabbitmq = (path: string): RabbitmqInstallation | undefined => {
  const onPath = path
    .split(delimiter)
    .map((dir) => join(dir, 'rabbitmq-server'))
    .filter((file) => existsSync(file))
    .map((file) => dirname(realpathSync(file)));
  const candidates = [...onPath, '/usr/lib/rabbitmq/bin', ...versionedDirs('/usr/lib/rabbitmq/lib')];
  const scriptsDir = candidates.find((dir) =>
    ['rabbitmq-env', 'rabbitmqctl'].every((file) => existsSync(join(dir, file))),
  );
  return scriptsDir === undefined ? undefined : { kind: 'installed', scriptsDir, path: [], libraryPath: [] };
};

const versionedDirs = (parent: string): string[] =>
  existsSync(parent) ? readdirSync(parent).map((version) => join(parent, version, 'sbin')) : [];
