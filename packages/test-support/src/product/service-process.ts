import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { choosePorts, nodeFlags } from '@delivery/local-stack';
import { createLogLines, type LogLine } from './log-lines.js';

export type ServiceName = 'order-state' | 'intake-api' | 'webhook-dispatcher';
/** The services, and the courier simulator, which runs on request. */
export type ProcessName = ServiceName | 'courier-simulator';
export type ProcessExit = { code: number | null; signal: NodeJS.Signals | null };

export type ServiceProcess = {
  name: ProcessName;
  /** From 0. */
  replica: number;
  /** `http://127.0.0.1:<port>`; the port is chosen at the first start and kept. @throws Error before that */
  url: () => string;
  pid: () => number | undefined;
  isRunning: () => boolean;
  /** Running, and past its start. */
  isListening: () => boolean;
  /** Has said since its last start that it is ready. */
  hasBeenReady: () => boolean;
  noteReady: () => void;
  /** How it ended, if it was not by `kill`: a service must never end by itself. */
  unexpectedExit: () => ProcessExit | undefined;
  /** The lines of all starts, oldest first. */
  logs: () => readonly LogLine[];
  /** Resolves when the service listens. @throws Error with its last lines when it ends instead */
  start: () => Promise<void>;
  /** Resolves when it has ended; with SIGSTOP and SIGCONT at once. Default SIGKILL. */
  kill: (signal?: NodeJS.Signals) => Promise<ProcessExit | undefined>;
};

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
/** Also from src/, where tests of this package run: a child needs compiled code. */
const exitWithParent = new URL('../../dist/product/exit-with-parent.js', import.meta.url).href;
const lastLinesMax = 20;

/** One service as a process of its own, not yet started. `env` is its whole environment but for PATH and PORT. */
export const createServiceProcess = (options: {
  name: ProcessName;
  replica: number;
  env: () => Record<string, string>;
}): ServiceProcess => {
  const { name, replica } = options;
  const log = createLogLines();
  let child: ChildProcess | undefined;
  let exited: Promise<ProcessExit> | undefined;
  /** Kept for all starts. `choosePorts` avoids the ephemeral range, so no outgoing connection takes it meanwhile. */
  let port: number | undefined;
  let listens = false;
  let hasBeenReady = false;
  let unexpectedExit: ProcessExit | undefined;

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const start = async (): Promise<void> => {
    if (isRunning()) throw new Error(`${name} ${replica} is running already`);
    listens = false;
    hasBeenReady = false;
    const started = log.next('service.started');
    [port] = port === undefined ? await choosePorts(1) : [port];
    child = launch(name, { ...options.env(), PORT: String(port) });
    if (child.stdout) log.read('stdout', child.stdout);
    if (child.stderr) log.read('stderr', child.stderr);
    exited = waitForExit(child);
    const first = await Promise.race([started, exited]);
    if (!('stream' in first)) throw new Error(`${name} ${replica} ended ${describe(first)}:\n${lastLines(log.lines)}`);
    listens = true;
    void exited.then((exit) => {
      if (listens) unexpectedExit = exit;
    });
  };
  return {
    name,
    replica,
    url: () => {
      if (port === undefined) throw new Error(`${name} ${replica} was never started`);
      return `http://127.0.0.1:${port}`;
    },
    pid: () => child?.pid,
    isRunning,
    isListening: () => listens && isRunning(),
    hasBeenReady: () => hasBeenReady && listens && isRunning(),
    noteReady: () => {
      hasBeenReady = true;
    },
    unexpectedExit: () => unexpectedExit,
    logs: () => log.lines,
    start,
    kill: async (signal = 'SIGKILL') => {
      if (signal === 'SIGSTOP' || signal === 'SIGCONT') {
        child?.kill(signal);
        return undefined;
      }
      // Out of the rotation first, as in a cluster: a replica that is stopping gets no new calls.
      listens = false;
      child?.kill(signal);
      return exited;
    },
  };
};

const directoryOf = (name: ProcessName): string =>
  name === 'courier-simulator' ? `packages/${name}` : `services/${name}`;

const launch = (name: ProcessName, env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [...nodeFlags, '--import', exitWithParent, `${directoryOf(name)}/dist/main.js`], {
    cwd: repository,
    env: { PATH: process.env['PATH'], ...env },
    // The first is the pipe whose end ends the child.
    stdio: ['pipe', 'pipe', 'pipe'],
  });

const waitForExit = (child: ChildProcess): Promise<ProcessExit> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    // Not `exit`: by `close` all of its output has been read.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });

export const describe = ({ code, signal }: ProcessExit): string =>
  signal === null ? `with code ${code}` : `by ${signal}`;

export const lastLines = (lines: readonly LogLine[]): string =>
  lines
    .slice(-lastLinesMax)
    .map(({ text }) => text)
    .join('\n');
