import { join } from 'node:path';
import { interpolate, readEnvFile } from './interpolate.js';
import { readYaml, root } from './read-yaml.js';

type ComposeService = {
  image: string;
  build?: { args?: Record<string, string> };
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }> | string[];
  networks?: string[];
  volumes?: string[];
  ports?: string[];
  healthcheck?: object;
  read_only?: boolean;
  cap_drop?: string[];
  mem_limit?: string;
  cpus?: number | string;
  pids_limit?: number;
  logging?: { options: Record<string, string> };
};
type Compose = {
  services: Record<string, ComposeService>;
  configs: Record<string, { content: string }>;
  networks: object;
  volumes: object;
};

export const composePath = join(root, 'docker-compose.yml');
export const compose = readYaml(composePath)[0] as Compose;
export const demo = readEnvFile(join(root, 'deploy/demo.env'));

/** The environment of a service, as compose makes it. */
export const composeEnv = (service: string, env = demo): Record<string, string> =>
  Object.fromEntries(
    Object.entries(compose.services[service]?.environment ?? {}).map(([name, value]) => [
      name,
      interpolate(value, env),
    ]),
  );

/** A URL with the user and the password of a service. */
export const asUserOf = (service: string, variable: string, server: string): URL => {
  const { username, password } = new URL(composeEnv(service)[variable] ?? '');
  return Object.assign(new URL(server), { username, password });
};

/** The content of a file that compose makes, with the demo's environment. */
export const composeConfig = (name: string): string => interpolate(compose.configs[name]?.content ?? '', demo);
