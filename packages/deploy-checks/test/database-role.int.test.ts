import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { grantRows, workingRole } from '@delivery/local-stack';
import { type PrivatePostgres, startPrivatePostgres } from '@delivery/test-support';
import { asUserOf, compose, composeConfig } from './support/compose.js';
import { ofKind } from './support/objects.js';
import { root } from './support/read-yaml.js';
import { overlayDirectory, overlayNames, renderOverlay } from './support/render-overlay.js';

/** The role that migrates, in compose and in CloudNativePG. */
const owner = 'delivery';
const { name: role, memberOf } = workingRole;

describe('Postgres in docker-compose.yml', () => {
  const sql = composeConfig('postgres-roles');
  let postgres: PrivatePostgres;
  beforeAll(async () => {
    postgres = await startPrivatePostgres();
  });
  afterAll(() => postgres.stop());

  const query = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client
      .query<Row>(text)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };

  it('has an owner, who migrates, and a role for order-state with the rights that it needs', () => {
    const users = ['migrate', 'order-state'].map((name) => asUserOf(name, 'DATABASE_URL', postgres.url).username);
    expect(users).toEqual([owner, role]);
    expect(compose.services['postgres']?.environment?.['POSTGRES_USER']).toBe(owner);
    expect(sql).toContain(`in role ${memberOf.join(', ')};\n`);
    expect(sql).toContain(`${grantRows(owner)};\n`);
  });

  it('takes these roles, and order-state logs in and may read and write the rows of every later table', async () => {
    await query(postgres.url, sql);
    await query(postgres.url, 'create table later (id bigint generated always as identity, name text)');
    const asService = asUserOf('order-state', 'DATABASE_URL', postgres.url);
    const wrote = await query(asService.href, `insert into later (name) values ('one') returning name`);
    expect(wrote).toEqual([{ name: 'one' }]);
    await query(asService.href, `update later set name = 'two'`);
    await query(asService.href, 'delete from later');
    for (const statement of ['truncate later', 'drop table later', 'create table mine (id int)']) {
      await expect(query(asService.href, statement)).rejects.toThrow(/permission denied|must be owner/);
    }
  });
});

describe.each(overlayNames)('Postgres in the overlay %s', (name) => {
  const objects = renderOverlay(overlayDirectory(root, name));
  const { spec } = objects.find(({ kind }) => kind === 'Cluster') as unknown as {
    spec: {
      bootstrap: { initdb: { owner: string; postInitApplicationSQL: string[] } };
      managed: { roles: { name: string; inRoles: string[]; passwordSecret: { name: string } }[] };
    };
  };

  it('has a role for order-state with the rights that it needs, before the first migration', () => {
    expect(spec.bootstrap.initdb.owner).toBe(owner);
    expect(spec.bootstrap.initdb.postInitApplicationSQL).toEqual([`create role ${role}`, grantRows(owner)]);
    const secret = { name: 'postgres-order-state' };
    expect(spec.managed.roles).toEqual([
      { name: role, ensure: 'present', login: true, inRoles: memberOf, passwordSecret: secret },
    ]);
  });

  it('shows the URL of the owner to what migrates, and to nothing else', () => {
    const ofOwner = ofKind(objects, 'Deployment').flatMap(({ spec: deployment }) => {
      const { initContainers = [], containers = [] } = deployment?.template.spec ?? {};
      return [...initContainers, ...containers].filter((one) => JSON.stringify(one).includes('postgres-app'));
    });
    expect(ofOwner.map((container) => container.name)).toEqual(['migrate']);
    expect(ofOwner[0]?.args?.at(-1)).toBe('dist/migrate.js');
  });
});
