import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BrokerUrls, choosePorts } from '@delivery/local-stack';
import { createDatabase, createVhost, pollUntil, type RabbitVhost, type TestDatabase } from '@delivery/test-support';
import { readContainerEnv } from './support/container-env.js';
import { fillImages, instructionsOf } from './support/images.js';
import { ofKind } from './support/objects.js';
import { root } from './support/read-yaml.js';
import { overlayDirectory, renderOverlay } from './support/render-overlay.js';
import { serviceNames } from './support/service-config.js';

const objects = renderOverlay(overlayDirectory(root, 'production'));
const specs = ofKind(objects, 'Deployment').map(({ spec }) => spec?.template.spec);

/** Node of the image knows options that an older one refuses. */
const optionsOfImage = (instructionsOf('ENV', 'runtime')[0] ?? '').split('NODE_OPTIONS=')[1] ?? '';
const NODE_OPTIONS = process.allowedNodeEnvironmentFlags.has(optionsOfImage.split('=')[0] ?? '') ? optionsOfImage : '';
const command = JSON.parse(instructionsOf('CMD', 'service')[0] ?? '') as string[];

describe('the entry points of the images, started as the manifests start them', () => {
  let database: TestDatabase;
  let vhost: RabbitVhost;
  let brokerUrls: BrokerUrls;
  let images: string;
  const processes: ChildProcess[] = [];
  const withoutMigrations = mkdtempSync(join(tmpdir(), 'migrations-'));

  beforeAll(async () => {
    database = await createDatabase({ migrationsDir: pathToFileURL(`${withoutMigrations}/`) });
    vhost = await createVhost();
    brokerUrls = await vhost.makeUsers();
    images = fillImages();
    execFileSync('chmod', ['-R', 'a+rX,a-w', images]);
  });

  afterAll(async () => {
    for (const child of processes) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    execFileSync('chmod', ['-R', 'u+w', images]);
    for (const directory of [images, withoutMigrations]) rmSync(directory, { recursive: true });
    await vhost.delete();
    await database.drop();
  });

  /** Runs as the user of the pods, who may write nothing; where the tests may not change users, as their own. */
  const start = (name: string, container: string, args: readonly string[], env: Record<string, string>) => {
    const spec = specs.find((one) => one?.containers.some((each) => each.name === name));
    const { runAsUser: uid = 0, runAsGroup: gid = 0 } = spec?.securityContext ?? {};
    const child = spawn(process.execPath, args.slice(1), {
      cwd: join(images, name),
      env: { ...readContainerEnv(objects, container), NODE_ENV: 'production', NODE_OPTIONS, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    });
    processes.push(child);
    return child;
  };

  it('migrate an empty database as its owner, and each service becomes ready', async () => {
    const { args = [] } = specs.flatMap((spec) => spec?.initContainers ?? [])[0] ?? {};
    const migrate = start('order-state', 'migrate', args, { DATABASE_URL: database.url });
    expect(await once(migrate, 'exit')).toEqual([0, null]);

    const [intakeApi = 0, orderState = 0, webhookDispatcher = 0] = await choosePorts(serviceNames.length);
    const ports = { 'intake-api': intakeApi, 'order-state': orderState, 'webhook-dispatcher': webhookDispatcher };
    const more = {
      'intake-api': { ORDER_STATE_URL: `http://127.0.0.1:${orderState}` },
      // The tests' server is without fsync, and has no standby.
      'order-state': {
        DATABASE_URL: database.workingUrl,
        DATABASE_READ_URL: '',
        DATABASE_ALLOW_DATA_LOSS: 'true',
      },
      'webhook-dispatcher': {},
    };
    for (const name of serviceNames)
      start(name, name, command, { RABBITMQ_URL: brokerUrls[name], PORT: String(ports[name]), ...more[name] });
    for (const name of serviceNames)
      await pollUntil(`${name} is ready`, async () => {
        const answer = await fetch(`http://127.0.0.1:${ports[name]}/readyz`);
        return answer.ok || undefined;
      });
  });
});
