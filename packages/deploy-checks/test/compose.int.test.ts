import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readYaml, root } from './support/read-yaml.js';
import { findEnvFaults, serviceNames } from './support/service-config.js';

type ComposeService = {
  image: string;
  profiles?: string[];
  build?: { args?: Record<string, string>; target?: string };
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }> | string[];
  networks?: string[];
  volumes?: string[];
  ports?: string[];
  healthcheck?: object;
  read_only?: boolean;
  cap_drop?: string[];
};
type Compose = { services: Record<string, ComposeService>; networks: object; volumes: object };

const path = join(root, 'docker-compose.yml');
const compose = readYaml(path)[0] as Compose;
const services = Object.entries(compose.services);

const readEnvFile = (file: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** `${NAME:?message}` and `${NAME:-default}`, as compose replaces them. @throws the message */
const interpolate = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = env[name];
    if (value) return value;
    if (kind === '-') return rest;
    throw new Error(`${name}: ${rest}`);
  });

describe('docker-compose.yml', () => {
  const demo = readEnvFile(join(root, 'deploy/demo.env'));
  const envOf = (service: string, env: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(compose.services[service]?.environment ?? {}).map(([name, value]) => [
        name,
        interpolate(value, env),
      ]),
    );

  it.each(serviceNames)(
    'gives %s what its configuration requires, and nothing that it does not read',
    async (service) => {
      expect(await findEnvFaults(service, envOf(service, demo))).toEqual([]);
    },
  );

  it('has no default for a secret: without an environment it does not start', () => {
    for (const service of [...serviceNames, 'rabbitmq', 'postgres', 'demo']) {
      expect(() => envOf(service, {})).toThrow(/see the top of docker-compose.yml/);
    }
    const secretNames = Object.keys(demo).filter((name) => /PASSWORD|TOKEN|KEY/.test(name));
    expect(secretNames.length).toBeGreaterThan(4);
    for (const name of secretNames) expect(readFileSync(path, 'utf8')).not.toContain(`\${${name}:-d`);
    expect(demo['COMPOSE_PROFILES']).toBe('demo');
  });

  it('starts each service only when what it needs is healthy', () => {
    for (const [name, { depends_on: needs }] of services) {
      if (!needs || Array.isArray(needs)) continue;
      for (const [needed, { condition }] of Object.entries(needs)) {
        expect(`${name}: ${condition}`).toBe(`${name}: service_healthy`);
        expect(compose.services[needed]).toHaveProperty('healthcheck');
      }
    }
    expect(compose.services['order-state']?.depends_on).toHaveProperty('postgres');
    expect(compose.services['intake-api']?.depends_on).toHaveProperty('order-state');
  });

  it('runs the services without rights, on networks and volumes that exist', () => {
    for (const name of [...serviceNames, 'demo']) {
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    }
    for (const name of serviceNames) expect(compose.services[name]?.build?.args).toEqual({ SERVICE: name });
    const networks = services.flatMap(([, service]) => service.networks ?? []);
    expect([...new Set(networks)].sort()).toEqual(Object.keys(compose.networks).sort());
    const named = services.flatMap(([, { volumes }]) => volumes ?? []).filter((volume) => !volume.startsWith('.'));
    expect(named.map((volume) => volume.split(':')[0]).sort()).toEqual(Object.keys(compose.volumes).sort());
    const files = services.flatMap(([, { volumes }]) => volumes ?? []).filter((volume) => volume.startsWith('.'));
    for (const file of files) expect(() => readFileSync(join(root, file.split(':')[0] ?? ''))).not.toThrow(/ENOENT/);
  });

  it('keeps Postgres to itself and its consoles to this machine', () => {
    expect(compose.services['postgres']).not.toHaveProperty('ports');
    expect(compose.services['postgres']?.networks).toEqual(['data']);
    const users = services.filter(([, { networks }]) => networks?.includes('data')).map(([name]) => name);
    expect(users).toEqual(['order-state', 'postgres']);
    for (const port of services.flatMap(([, { ports }]) => ports ?? [])) expect(port).toMatch(/127\.0\.0\.1/);
  });

  it('pins every image that is not built here', () => {
    for (const [, { image, build }] of services) if (!build) expect(image).toMatch(/:v?\d+\.\d+/);
  });
});
