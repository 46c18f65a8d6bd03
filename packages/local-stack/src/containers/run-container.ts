import { join } from 'node:path';
import type { ContainerRuntimeClient } from 'testcontainers';
import { choosePorts } from '../files/choose-ports.js';
import { isStatusCode, messageOf } from '../files/error-code.js';
import { identifySelf } from '../processes/guard.js';
import {
  containerName,
  type ContainerSettings,
  keepContainerSettings,
  newContainerSettings,
  readContainerSettings,
  removeVolume,
} from './data-dir.js';
import { containerRecords, endContainer } from './end-container.js';
import { connectEngine, provideImage } from './engine.js';

export type ContainerSpec = {
  server: 'postgres' | 'rabbitmq';
  image: string;
  hostname?: string;
  command?: string[];
  /** Environment, given the password. */
  env: (password: string) => Readonly<Record<string, string>>;
  /** Where its volume is mounted. */
  dataPath: string;
  /** Ports of the container; each gets one of the host's loopback. */
  ports: readonly number[];
  stopSignal: 'SIGINT' | 'SIGTERM';
  stopGraceMs: number;
  /** Resolves when the server answers. */
  awaitReady: (address: ContainerAddress) => Promise<void>;
};

/** The host's ports in the order of the container's. */
type ContainerAddress = { password: string; ports: readonly number[] };

export type RunningContainer = ContainerAddress & {
  /** Runs a command inside. @throws Error with its output when it fails */
  exec: (command: string[]) => Promise<string>;
  stop: () => Promise<void>;
};

const portTryMax = 3;
const restartMax = 4;
const sharedMemoryBytes = 256 * 1024 * 1024;
const logTailLines = 12;

/**
 * A server in a container of its own, on loopback ports, its data in a volume. One that an earlier run left behind is
 * ended first. Password and ports stay the same from one start to the next. The guard ends it when this process dies.
 * @throws Error with the message of the engine or the server; nothing of this start is left behind
 */
export const runContainer = async (
  spec: ContainerSpec,
  { dataDir, log }: { dataDir: string; log: (line: string) => void },
): Promise<RunningContainer> => {
  const engine = await connectEngine();
  await provideImage(engine, spec.image, log);
  const name = containerName(dataDir, spec.server);
  await endContainer(engine, name, spec.stopGraceMs);
  const directory = join(dataDir, spec.server);
  const kept = readContainerSettings(directory);
  // The data directory was deleted, and with it the password for the volume's data.
  if (!kept) await removeVolume(engine, name);
  const start: Start = { spec, engine, name, dataDir, directory };
  log(`starting a container of ${spec.image}`);
  try {
    return await startOnPorts(start, kept ?? newContainerSettings(), 1);
  } catch (error) {
    if (!kept) await forgetVolume(start);
    throw error;
  }
};

type Start = {
  spec: ContainerSpec;
  engine: ContainerRuntimeClient;
  name: string;
  dataDir: string;
  directory: string;
};

/** On the kept ports where they are free; another process may take one before the engine does. */
const startOnPorts = async (start: Start, settings: ContainerSettings, tries: number): Promise<RunningContainer> => {
  const { spec, directory } = start;
  const ports = await choosePorts(spec.ports.length, tries === 1 ? settings.ports : []);
  const address = { password: settings.password, ports };
  try {
    const container = await startContainer(start, address);
    keepContainerSettings(directory, address);
    return container;
  } catch (error) {
    const isTaken = /already allocated|already in use/.test(messageOf(error));
    if (isTaken && tries < portTryMax) return startOnPorts(start, settings, tries + 1);
    throw error;
  }
};

const startContainer = async (start: Start, address: ContainerAddress): Promise<RunningContainer> => {
  const { spec, engine, name, dataDir } = start;
  const container = await engine.container.dockerode.createContainer(describeContainer(start, address));
  // Before it runs: whenever this process dies, the guard finds it.
  const { id } = container;
  containerRecords.write(dataDir, { id, name, supervisor: identifySelf(), stopGraceMs: spec.stopGraceMs });
  const stop = async (): Promise<void> => {
    await endContainer(engine, id, spec.stopGraceMs);
    containerRecords.remove(dataDir, name);
  };
  try {
    await container.start();
    await spec.awaitReady(address);
  } catch (error) {
    const said = await readLogTail(engine, id);
    await stop();
    throw new Error(`${messageOf(error)}${said}`, { cause: error });
  }
  const exec = async (command: string[]): Promise<string> => {
    const { exitCode, output } = await engine.container.exec(container, command);
    if (exitCode !== 0) throw new Error(`${command.slice(0, 2).join(' ')} failed: ${output}`);
    return output;
  };
  return { ...address, exec, stop };
};

const describeContainer = ({ spec, name }: Start, { password, ports }: ContainerAddress) => {
  const bindings = spec.ports.map(
    (port, index) => [`${port}/tcp`, [{ HostIp: '127.0.0.1', HostPort: String(ports[index]) }]] as const,
  );
  return {
    name,
    Image: spec.image,
    Env: Object.entries(spec.env(password)).map(([key, value]) => `${key}=${value}`),
    ...(spec.hostname === undefined ? {} : { Hostname: spec.hostname }),
    ...(spec.command === undefined ? {} : { Cmd: spec.command }),
    StopSignal: spec.stopSignal,
    ExposedPorts: Object.fromEntries(spec.ports.map((port) => [`${port}/tcp`, {}])),
    HostConfig: {
      PortBindings: Object.fromEntries(bindings),
      Binds: [`${name}:${spec.dataPath}`],
      ShmSize: sharedMemoryBytes,
      RestartPolicy: { Name: 'on-failure', MaximumRetryCount: restartMax },
    },
  };
};

const readLogTail = async (engine: ContainerRuntimeClient, id: string): Promise<string> => {
  const log = await engine.container
    .getById(id)
    .logs({ stdout: true, stderr: true, tail: logTailLines })
    .catch((error: unknown) => {
      if (isStatusCode(error, 404, 409)) return Buffer.of();
      throw error;
    });
  // Each line has eight bytes before it that say how long it is: nothing for people.
  const text = log
    .toString('utf8')
    .replaceAll(/[^\n\t\u0020-\uffff]/g, '')
    .trim();
  return text === '' ? '' : `: ${text}`;
};

/** The volume of a server that never came up: no client had its address, so it holds no data. */
const forgetVolume = async ({ engine, name, dataDir }: Start): Promise<void> => {
  await removeVolume(engine, name);
  containerRecords.remove(dataDir, name);
};
