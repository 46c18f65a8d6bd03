export type PackageVersion = { name: string; version: string };

/** The packages that `apt-get --simulate install` would install, in its order. */
export const parseSimulation = (output: string): PackageVersion[] =>
  [...output.matchAll(/^Inst (\S+) (?:\[[^\]]*\] )?\((\S+)/gm)].map(([, name = '', version = '']) => ({
    name,
    version,
  }));

/**
 * The packages to unpack: RabbitMQ and Erlang whole, even where parts of Erlang are installed, for its parts must come from
 * one place; of the libraries only those that the system lacks; and no package that only an installation needs.
 */
export const selectPackages = (closure: readonly PackageVersion[], installed: ReadonlySet<string>): PackageVersion[] =>
  closure.filter(
    ({ name }) =>
      name === 'rabbitmq-server' || name.startsWith('erlang-') || (name.startsWith('lib') && !installed.has(name)),
  );

/** The installed ones among the lines of `dpkg-query --show --showformat='${db:Status-Abbrev} ${Package}\n'`. */
export const parseInstalled = (output: string): Set<string> =>
  new Set([...output.matchAll(/^ii\s+(\S+)$/gm)].map(([, name = '']) => name));
