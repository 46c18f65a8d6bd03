import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { compose, composeEnv, composePath, demo } from './support/compose.js';
import { interpolate } from './support/interpolate.js';
import { root } from './support/read-yaml.js';
import { findEnvFaults, listVariables, processNames, serviceNames } from './support/service-config.js';

const services = Object.entries(compose.services);

describe('docker-compose.yml', () => {
  /** Addresses within the project, and the proxy in front of intake-api there. */
  const ofComposeItself = ['PORT', 'DATABASE_URL', 'RABBITMQ_URL', 'ORDER_STATE_URL', 'INTAKE_API_URL'];

  it.each([...processNames, 'migrate'] as const)(
    'gives %s what its configuration requires, and nothing that it does not read',
    async (service) => {
      expect(await findEnvFaults(service, composeEnv(service))).toEqual([]);
    },
  );

  it.each(processNames)(
    '[P14] passes on to %s each variable that it reads, and leaves each default to it',
    async (service) => {
      const variables = await listVariables(service);
      const own = compose.services[service]?.environment ?? {};
      expect(Object.keys(own).sort()).toEqual(variables.sort());
      for (const [name, value] of Object.entries(own)) {
        if (ofComposeItself.includes(name)) continue;
        // An empty variable is an absent one for the services.
        expect(`${name}: ${value}`).toMatch(new RegExp(`: \\$\\{${name}:(-|\\?[^}]+)\\}$`));
      }
    },
  );

  it('has no default for a secret: without an environment it does not start', () => {
    for (const service of [...serviceNames, 'migrate', 'postgres', 'demo']) {
      expect(() => composeEnv(service, {})).toThrow(/see the top of docker-compose.yml/);
    }
    expect(Object.keys(compose.configs)).toHaveLength(2);
    for (const { content } of Object.values(compose.configs)) {
      expect(() => interpolate(content, {})).toThrow(/see the top of docker-compose.yml/);
    }
    const secretNames = Object.keys(demo).filter((name) => /PASSWORD|TOKEN|KEY/.test(name));
    expect(secretNames.length).toBeGreaterThan(4);
    for (const name of secretNames) expect(readFileSync(composePath, 'utf8')).not.toContain(`\${${name}:-d`);
    expect(demo['COMPOSE_PROFILES']).toBe('demo');
  });

  it('starts each service only when its dependencies are healthy', () => {
    for (const [name, { depends_on: needs }] of services) {
      if (!needs || Array.isArray(needs)) continue;
      for (const [needed, { condition }] of Object.entries(needs)) {
        const wanted = needed === 'migrate' ? 'service_completed_successfully' : 'service_healthy';
        expect(`${name}: ${condition}`).toBe(`${name}: ${wanted}`);
        expect(compose.services[needed]).toHaveProperty('healthcheck');
      }
    }
    expect(compose.services['migrate']?.depends_on).toHaveProperty('postgres');
    expect(compose.services['order-state']?.depends_on).toHaveProperty('postgres');
    expect(compose.services['order-state']?.depends_on).toHaveProperty('migrate');
    expect(compose.services['intake-api']?.depends_on).toHaveProperty('order-state');
  });

  it('runs the services without rights, on networks and volumes that exist', () => {
    for (const name of [...processNames, 'migrate', 'demo']) {
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    }
    for (const name of processNames) {
      expect(compose.services[name]?.build?.args).toEqual({ SERVICE: name });
    }
    const networks = services.flatMap(([, service]) => service.networks ?? []);
    expect([...new Set(networks)].sort()).toEqual(Object.keys(compose.networks).sort());
    const named = services.flatMap(([, { volumes }]) => volumes ?? []).filter((volume) => !volume.startsWith('.'));
    expect(named.map((volume) => volume.split(':')[0]).sort()).toEqual(Object.keys(compose.volumes).sort());
    const files = services.flatMap(([, { volumes }]) => volumes ?? []).filter((volume) => volume.startsWith('.'));
    for (const file of files) expect(() => readFileSync(join(root, file.split(':')[0] ?? ''))).not.toThrow(/ENOENT/);
  });

  it('keeps the data of Postgres, its network to itself and its consoles to this machine', () => {
    // From 18 on the image has a directory for each major version below the volume.
    expect(compose.services['postgres']?.volumes).toEqual(['postgres:/var/lib/postgresql']);
    expect(compose.services['postgres']).not.toHaveProperty('ports');
    expect(compose.services['postgres']?.networks).toEqual(['data']);
    const users = services.filter(([, { networks }]) => networks?.includes('data')).map(([name]) => name);
    expect(users).toEqual(['migrate', 'order-state', 'postgres']);
    for (const port of services.flatMap(([, { ports }]) => ports ?? [])) expect(port).toMatch(/127\.0\.0\.1/);
  });

  it('[P14] lets only its clients reach RabbitMQ: none of its networks leads outside', () => {
    expect(compose.services['rabbitmq']?.networks).toEqual(['broker']);
    expect(compose.networks).toMatchObject({ broker: { internal: true }, data: { internal: true } });
    const users = services.filter(([, { networks }]) => networks?.includes('broker')).map(([name]) => name);
    expect(users).toEqual([...serviceNames, 'gateway', 'rabbitmq', 'prometheus']);
  });

  it('[P14] lets each service run as often as wanted: none takes a port or a name that there is once', () => {
    for (const name of processNames) {
      expect(compose.services[name]).not.toHaveProperty('ports');
      expect(compose.services[name]).not.toHaveProperty('container_name');
      expect(compose.services[name]).not.toHaveProperty('hostname');
    }
  });

  it('opens the usual ports by its gateway, each to the service that listens there', () => {
    const { ports = [], environment = {} } = compose.services['gateway'] ?? {};
    const opened = ports.map((port) => port.split(':').at(-1));
    const targets = (environment['ROUTES'] ?? '').split(',').map((route) => route.split('='));
    expect(targets.map(([port]) => port)).toEqual(opened);
    expect(targets.map(([, target]) => target)).toEqual(['intake-api:8080', 'order-state:8081', 'rabbitmq:15672']);
    for (const [, target = ''] of targets.slice(0, 2)) {
      const [service = '', port] = target.split(':');
      expect(compose.services[service]?.environment?.['PORT']).toBe(port);
    }
  });

  it('bounds the memory, the processors, the processes and the log of every container', () => {
    for (const [name, { mem_limit: memory, cpus, pids_limit: pids, logging }] of services) {
      const bounds = { name, memory, cpus, pids, log: logging?.options };
      expect(bounds).toMatchObject({
        memory: expect.stringMatching(/^\d+[mg]$/),
        // Not more than any machine has: the engine refuses the container then.
        cpus: name === 'rabbitmq' || name === 'postgres' ? '${SERVER_CPUS:-1}' : 1,
        pids: expect.any(Number),
        log: { 'max-size': expect.any(String), 'max-file': expect.any(String) },
      });
    }
  });

  it('pins every image that is not built here', () => {
    for (const [, { image, build }] of services) if (!build) expect(image).toMatch(/:v?\d+\.\d+/);
  });
});
