import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Child = {
  pid: number;
  port: number;
  /** Runs a command there; one at a time. Rejects with the command's error. */
  call: (command: string, argument: unknown) => Promise<unknown>;
  stop: () => Promise<void>;
};

/** Also from src/, where tests of this package run: a child needs compiled code. */
const compiledUrl = (program: string): string =>
  new URL(`${import.meta.url.includes('/dist/') ? '../..' : '../../dist'}/${program}.js`, import.meta.url).href;

type Started = { port: number };
type Answered = { id: number; result?: unknown; fault?: string };

/** Starts one of this package's programs as a process of its own, so that it does not share an event loop with the measured code. */
export const startChild = async (program: string, env: Record<string, string> = {}): Promise<Child> => {
  const file = fileURLToPath(compiledUrl(program));
  const child = fork(file, { env: { PATH: process.env['PATH'], ...env }, serialization: 'advanced' });
  const port = await firstPort(child, program);
  const waiting = new Map<number, (answer: Answered) => void>();
  let lastId = 0;
  child.on('message', (answer: Answered) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const call = async (command: string, argument: unknown): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    const answered = new Promise<Answered>((resolve) => waiting.set(id, resolve));
    child.send({ id, command, argument });
    const { result, fault } = await answered;
    if (fault !== undefined) throw new Error(`${program} ${command}: ${fault}`);
    return result;
  };
  return { pid: child.pid ?? 0, port, call, stop: () => stop(child) };
};

const firstPort = async (child: ChildProcess, program: string): Promise<number> => {
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${program} ended with ${code}`)));
  const [started] = (await Promise.race([once(child, 'message'), ended])) as [Started];
  ended.catch(() => undefined);
  return started.port;
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
};
