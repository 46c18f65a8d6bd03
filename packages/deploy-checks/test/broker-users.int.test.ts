import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { brokerPermissions } from '@delivery/contracts';
import { withRabbitmqConnection } from '@delivery/local-stack';
import { type PrivateRabbit, startPrivateRabbit } from '@delivery/test-support';
import { asUserOf, composeConfig } from './support/compose.js';
import { nameOf } from './support/objects.js';
import { root } from './support/read-yaml.js';
import { overlayDirectory, overlayNames, renderOverlay } from './support/render-overlay.js';
import { serviceNames } from './support/service-config.js';

const definitions = composeConfig('rabbitmq-definitions');

describe('RabbitMQ in docker-compose.yml', () => {
  let rabbit: PrivateRabbit;
  beforeAll(async () => {
    rabbit = await startPrivateRabbit();
  });
  afterAll(() => rabbit.stop());

  it('reads its users at each start', () => {
    const settings = readFileSync(join(root, 'deploy/rabbitmq/20-delivery.conf'), 'utf8');
    expect(settings).toContain('load_definitions = /etc/rabbitmq/definitions.json\n');
  });

  it('gives each service its own user with the permissions that it needs, and people theirs', () => {
    const { users, permissions } = JSON.parse(definitions) as {
      users: { name: string; tags: string[] }[];
      permissions: { user: string; vhost: string }[];
    };
    expect(users.map(({ name, tags }) => [name, tags])).toEqual([
      ['delivery', ['administrator']],
      ...serviceNames.map((name) => [name, []]),
    ]);
    expect(permissions.slice(1)).toEqual(
      serviceNames.map((user) => ({ user, vhost: '/', ...brokerPermissions[user] })),
    );
  });

  it('takes these definitions, and the services log in with them', async () => {
    const file = join(rabbit.dataDir, 'definitions.json');
    writeFileSync(file, definitions);
    await rabbit.rabbitmqctl('import_definitions', file);
    for (const service of serviceNames) {
      const url = asUserOf(service, 'RABBITMQ_URL', rabbit.url);
      expect(url.username).toBe(service);
      await withRabbitmqConnection(url.href, 30_000, async (connection) => (await connection.createChannel()).close());
    }
  });
});

describe.each(overlayNames)('RabbitMQ in the overlay %s', (name) => {
  const objects = renderOverlay(overlayDirectory(root, name));

  it('gives each service and KEDA its own user with the permissions that it needs', () => {
    const permissions = objects.filter(({ kind }) => kind === 'Permission') as unknown as {
      metadata: { name: string };
      spec: { vhost: string; permissions: object };
    }[];
    expect(Object.fromEntries(permissions.map((one) => [nameOf(one), one.spec.permissions]))).toEqual(
      brokerPermissions,
    );
    expect(objects.filter(({ kind }) => kind === 'User').map(nameOf)).toEqual(permissions.map(nameOf));
  });

  it('gives its administrator to none of them', () => {
    expect(JSON.stringify(objects)).not.toContain('rabbitmq-default-user');
  });
});
