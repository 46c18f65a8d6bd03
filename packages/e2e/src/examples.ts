import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { pollUntil } from '@delivery/test-support';

export const repository = fileURLToPath(new URL('../../../', import.meta.url));

export type Example = {
  url: string;
  /** All that it has printed so far. */
  output: () => string;
  /** One line to its standard input. */
  type: (line: string) => void;
  stop: () => Promise<void>;
  /** Its exit code, once it has ended by itself. */
  ended: Promise<number | null>;
};

/**
 * A program of `examples/` as a process of its own, when it listens; one without a port at once.
 * @throws Error with its output, when it ends
 */
export const startExample = async (
  [command, ...args]: [string, ...string[]],
  port: number | undefined,
  env: Record<string, string>,
): Promise<Example> => {
  const child = spawn(command, args, { env: { ...process.env, ...env, PORT: String(port) } });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(child, 'exit');
  const ended = once(child, 'close').then(([code]) => code as number | null);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await exited;
  };
  await pollUntil(`${command} that listens`, () =>
    child.exitCode === null && port !== undefined ? canConnect(port) : Promise.resolve(true),
  );
  if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}: ${output}`);
  const url = `http://127.0.0.1:${port}/hooks`;
  return { url, output: () => output, type: (line) => child.stdin.write(`${line}\n`), stop, ended };
};

const canConnect = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(undefined));
  });

const deliveryBin = `${repository}packages/client/bin/delivery.js`;

/** `npx --no -- delivery` as a process that goes on. */
export const startDelivery = (args: readonly string[], env: Record<string, string>): Promise<Example> =>
  startExample([process.execPath, deliveryBin, ...args], undefined, env);

/** `npx --no -- delivery conform --strict`, and the checks that were made and did not pass, with the answers. */
export const runConform = (url: string, secret: string): Promise<{ failed: unknown[]; code: number }> => {
  const args = [deliveryBin, 'conform', '--url', url, '--secret', secret, '--strict', '--json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      if (stdout === '') return reject(new Error(stderr));
      const { checks } = JSON.parse(stdout) as { checks: { outcome: string }[] };
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ failed: checks.filter(({ outcome }) => !['passed', 'unused'].includes(outcome)), code });
    });
  });
};
